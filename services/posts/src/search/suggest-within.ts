import { cityName } from '@aangan/contracts/cities'
import type { Place } from '@aangan/contracts/posts'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import { countOf, type PlaceName } from './directory.ts'
import { type PlaceNames, placeNamedIn } from './named-place.ts'

/**
 * The place among other words: Pune for `sea view Pune`. None for a text that also says something else, since it would
 * get lost.
 */
export function suggestWithin(q: string, places: PlaceNames, entriesOf: (text: string) => PlaceName[]): Place[] {
  const { filters, place: words } = readSearchText(q, (name) => places.isName(name))
  const named = Object.keys(filters).length > 0 ? null : placeNamedIn(words, places)
  const entries = named?.place ? entriesOf(named.place) : []
  const [first] = entries
  if (!named?.place || first === undefined) return []
  const city = cityName(first.cityKey) ?? first.city
  const locality = places.isCity(named.place) ? null : first.locality
  const isOne = entries.every((one) => one.cityKey === first.cityKey && one.localityKey === first.localityKey)
  const isLocality = isOne && locality !== null && foldName(named.place).startsWith(first.localityKey)
  const spelled = isLocality ? `${locality}, ${city}` : named.place
  const count = entries.reduce((sum, entry) => sum + countOf(entry, null), 0)
  const without = named.rest === '' ? {} : { without: named.rest }
  return [{ place: locality === null ? city : spelled, city, locality, count, alias: null, ...without }]
}
