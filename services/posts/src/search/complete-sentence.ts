import { readFilter } from '@aangan/contracts/post-filters'
import type { Place } from '@aangan/contracts/posts'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { knownNames } from './known-names.ts'
import type { Places } from './places.ts'

/**
 * Places for the last words of '2bhk flat in ba', with the words before them. Their counts are those of the places.
 * @returns null if the text does not end with a place's name after something else
 */
export function completeSentence(q: string, limit: number, places: Places): Place[] | null {
  const { filters, place: typed } = readSearchText(q, knownNames(places.lookup).isName)
  const before = q.slice(0, q.length - typed.length)
  if (typed === '' || before + typed !== q || Object.keys(filters).length === 0) return null
  const begun = places.begun(typed, limit)
  const found = begun.length > 0 ? begun : places.misspelt(typed, limit)
  return found
    .map((one) => ({ ...one, place: before + one.place }))
    .filter(({ place }) => readFilter('city', place) !== undefined)
}
