import { cityAliases, cityName } from '@aangan/contracts/cities'
import { localityKey, localityWords } from '@aangan/contracts/locality-names'
import type { PostType } from '@aangan/contracts/post-constants'
import type { Place } from '@aangan/contracts/posts'
import { foldName, soundOf } from '@aangan/contracts/text/names'
import { addTo, grouped } from './groups.ts'
import { countOf, type PlaceName } from './place-name.ts'

export interface Entry extends Record<PostType, number> {
  place: Place
  /** The place's own name first, then its aliases; an alias is shown only if it matched. */
  names: Name[]
  /** Folded names of the enclosing city; empty for a city. */
  within: string[]
}

export interface Name {
  folded: string
  /** `folded` as it sounds, for the many ways of spelling one name. */
  sound: string
  /** The key by which a locality of this name is searched. */
  key: string
  words: string[]
  alias: string | null
}

/** All places with listings, indexed by the first letter of each word. */
export interface Directory {
  /** Most listings first. */
  cities: Entry[]
  byLetter: ReadonlyMap<string, Entry[]>
  all: readonly Entry[]
}

/** Those with the most listings: an entry takes a kilobyte, and a misspelt name is compared with all of them. */
const MOST_LOCALITIES = 50_000

/** @param homesAt number of homes that a search for a locality finds */
export function directoryOf(
  spellings: readonly PlaceName[],
  homesAt: (locality: PlaceName) => number,
  most = MOST_LOCALITIES,
): Directory {
  const full = spellings.filter((name) => name.cityKey !== '' && countOf(name, null) > 0)
  const byCount = full.length > most ? full.toSorted((a, b) => countOf(b, null) - countOf(a, null)) : full
  const offered = new Set(byCount.slice(0, most))
  const cities = grouped(full, ({ cityKey }) => cityKey)
  const entries = [...cities].flatMap(([key, ofCity]) => {
    const city = cityName(key) ?? usual(ofCity, ({ city }) => city)
    const names = [nameOf(city, null), ...cityAliases(key).map((alias) => nameOf(alias, alias))]
    const within = names.map(({ folded }) => folded)
    const parts = grouped(
      ofCity.filter((name) => offered.has(name)),
      ({ localityKey }) => localityKey,
    )
    parts.delete('')
    const localities = [...parts.values()].map((ofPart) => {
      const locality = usual(ofPart, (name) => name.locality ?? '')
      const entry = entryOf(ofPart, { city, locality, names: namesOf(locality), within })
      return { ...entry, place: { ...entry.place, count: homesAt(ofPart[0] as PlaceName) } }
    })
    return [entryOf(ofCity, { city, locality: null, names, within: [] }), ...localities]
  })
  entries.sort((a, b) => b.place.count - a.place.count || (a.place.place < b.place.place ? -1 : 1))
  const byLetter = new Map<string, Entry[]>()
  for (const entry of entries) {
    const letters = entry.names.flatMap(({ folded, words }) => [folded, ...words].map(firstLetter))
    for (const letter of new Set(letters)) addTo(byLetter, letter, entry)
  }
  return { cities: entries.filter(({ place }) => place.locality === null), byLetter, all: entries }
}

export function firstLetter(folded: string): string {
  return String.fromCodePoint(folded.codePointAt(0) ?? 0)
}

export function wordsOf(text: string): string[] {
  return text
    .split(/[\s,/-]+/)
    .map(foldName)
    .filter(Boolean)
}

function entryOf(
  spellings: PlaceName[],
  { city, locality, ...names }: Pick<Entry, 'names' | 'within'> & Pick<Place, 'city' | 'locality'>,
): Entry {
  const counts = countsOf(spellings)
  const place = locality === null ? city : `${locality}, ${city}`
  return { place: { place, city, locality, count: countOf(counts, null), alias: null }, ...counts, ...names }
}

function nameOf(text: string, alias: string | null): Name {
  const folded = foldName(text)
  return { folded, sound: soundOf(folded), key: localityKey(text), words: wordsOf(text), alias }
}

/** Also in the form that all its spellings share: GK I as Greater Kailash 1. */
function namesOf(locality: string): Name[] {
  const own = nameOf(locality, null)
  const shared = nameOf(localityWords(locality).join(' '), null)
  return shared.folded === own.folded ? [own] : [own, shared]
}

function countsOf(spellings: PlaceName[]): Record<PostType, number> {
  const sum = (type: PostType) => spellings.reduce((total, name) => total + name[type], 0)
  return { buy: sum('buy'), rent: sum('rent') }
}

/** The most common spelling; ties break alphabetically, so that the result is stable. */
function usual(spellings: PlaceName[], read: (name: PlaceName) => string): string {
  const all = [...grouped(spellings, read)].map(([text, same]) => ({ text, count: countOf(countsOf(same), null) }))
  return all.sort((a, b) => b.count - a.count || (a.text < b.text ? -1 : 1))[0]?.text ?? ''
}
