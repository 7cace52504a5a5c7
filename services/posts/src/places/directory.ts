import { cityAliases, foldName } from '@aangan/contracts/cities'
import type { PostType } from '@aangan/contracts/post-constants'
import type { Place } from '@aangan/contracts/posts'
import type { PlaceDoc } from './place-store.ts'

/** A place ready to be found: what it is called, compared and counted by. */
export interface Entry {
  place: Place
  buy: number
  rent: number
  /** Every name that the place itself goes by; an alias is shown when it was the one that matched. */
  names: Name[]
  /** The folded names of the city that a locality is in; none for a city. */
  within: string[]
}

interface Name {
  folded: string
  words: string[]
  alias: string | null
}

/** All places that hold listings, each to be looked up by the first letter of any of its words. */
export interface Directory {
  /** The fullest first. */
  cities: Entry[]
  byLetter: ReadonlyMap<string, Entry[]>
}

export function directoryOf(documents: PlaceDoc[]): Directory {
  const entries = documents.filter(({ buy, rent }) => buy + rent > 0).map(entryOf)
  entries.sort((a, b) => b.place.count - a.place.count || (a.place.place < b.place.place ? -1 : 1))
  const byLetter = new Map<string, Entry[]>()
  for (const entry of entries) {
    const letters = entry.names.flatMap(({ folded, words }) => [folded, ...words].map(firstLetter))
    for (const letter of new Set(letters)) byLetter.set(letter, [...(byLetter.get(letter) ?? []), entry])
  }
  return { cities: entries.filter(({ place }) => place.locality === null), byLetter }
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

/** How many listings of a type a place holds; null for all. */
export function countOf({ buy, rent }: Entry, type: PostType | null): number {
  if (type === null) return buy + rent
  return type === 'buy' ? buy : rent
}

function entryOf({ cityKey, city, locality, buy, rent }: PlaceDoc): Entry {
  const count = buy + rent
  const cityNames = [nameOf(city, null), ...cityAliases(cityKey).map((alias) => nameOf(alias, alias))]
  if (locality === null) {
    return { place: { place: city, city, locality, count, alias: null }, buy, rent, names: cityNames, within: [] }
  }
  const place = { place: `${locality}, ${city}`, city, locality, count, alias: null }
  return { place, buy, rent, names: [nameOf(locality, null)], within: cityNames.map(({ folded }) => folded) }
}

function nameOf(text: string, alias: string | null): Name {
  return { folded: foldName(text), words: wordsOf(text), alias }
}
