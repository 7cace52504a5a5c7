import { isKnownCity } from '@aangan/contracts/cities'
import { isPartAlone } from '@aangan/contracts/locality-names'
import { foldName } from '@aangan/contracts/text/names'
import { isRegion } from './locality.ts'
import { cityOfPin, isPin, spacedPins } from './pins.ts'

/** What a reader of searches knows of places. */
export interface PlaceNames {
  /** Whether a city or locality with listings, or the PIN code of one, is written so, and it says no filters. */
  isName(text: string): boolean
  isCity(text: string): boolean
  /** Whether localities say which part of it they are: Andheri, if there are only Andheri East and West. */
  isDivided(text: string): boolean
  homesIn(text: string): number
  /** Whether listings of that city state that locality or PIN code. */
  isIn(part: string, city: string): boolean
}

export interface NamedPlace {
  /** A valid `city` filter; null for the whole country. */
  place: string | null
  /** The other words, in their order; empty if all were understood. */
  rest: string
}

interface Part {
  text: string
  /** `part`: a name elsewhere, but only with its city: the Phase 2 of Gurugram. */
  kind: 'name' | 'part' | 'divided' | 'emptyCity' | 'pin' | 'region' | 'other'
}

/** Words of the longest name. */
const LONGEST = 6
/** One home in 'IT Park' must not take over 'near IT park Hinjewadi'. */
export const FAR_MORE = 20
/** Every name is compared with every other one. */
const MOST_NAMES = 6

/**
 * The place among the words of `Pune Maharashtra`, `Mumbai, Andheri West`, `Pune 411038` or `sea view Pune`; null if they
 * name none. Names must be whole: looks up each run of words, and compares with no other name.
 */
export function placeNamedIn(text: string, places: PlaceNames): NamedPlace | null {
  const parts = partsOf(text, places)
  const used = usedOf(parts, places)
  if (used.length === 0) return placeWithoutName(parts)
  const isSaid = (part: Part) => used.includes(part) || part.kind === 'region'
  return { place: used.map((part) => part.text).join(', '), rest: textOf(parts.filter((part) => !isSaid(part))) }
}

function placeWithoutName(parts: readonly Part[]): NamedPlace | null {
  const pin = parts.find(({ kind }) => kind === 'pin')
  const city = pin && cityOfPin(pin.text)
  // No home states the PIN code, so that it is left out.
  if (city) return { place: city, rest: textOf(parts.filter(({ kind }) => kind !== 'region')) }
  const isCountry = parts.length === 1 && foldName(parts[0]?.text ?? '') === 'india'
  return isCountry ? { place: null, rest: '' } : null
}

/** A locality, or a PIN code, and its city, in whatever order; else a city, else what is named first, unless nearly all homes are in another. */
function usedOf(parts: readonly Part[], places: PlaceNames): Part[] {
  const names = parts.filter(({ kind }) => kind === 'name').slice(0, MOST_NAMES)
  const divided = parts.filter(({ kind }) => kind === 'divided').slice(0, MOST_NAMES)
  const sides = parts.filter(({ kind }) => kind === 'part').slice(0, MOST_NAMES)
  // Owners write anything as the city: a home in 'Cheap' must not take over 'cheap flats in Mumbai'.
  const cities = names
    .filter(({ text }) => places.isCity(text))
    .sort((a, b) => Number(isKnownCity(b.text)) - Number(isKnownCity(a.text)))
  for (const city of cities) {
    const part = [...names, ...divided, ...sides].find((one) => one !== city && places.isIn(one.text, city.text))
    if (part) return [part, city]
  }
  const [city] = cities
  if (city && isKnownCity(city.text)) return [city]
  const others = [...names, ...divided].map((part) => ({ part, homes: places.homesIn(part.text) }))
  const most = Math.max(...others.map(({ homes }) => homes))
  const first = others.find(({ homes }) => homes * FAR_MORE >= most)
  return first ? [first.part] : parts.filter(({ kind }) => kind === 'emptyCity').slice(0, 1)
}

function partsOf(text: string, places: PlaceNames): Part[] {
  const words = spacedPins(text)
    .split(/[\s,/–-]+/)
    .filter((word) => foldName(word) !== '')
  const parts: Part[] = []
  for (let at = 0; at < words.length; at += parts.at(-1)?.text.split(' ').length ?? 1)
    parts.push(longestPart(words.slice(at, at + LONGEST), places))
  return parts
}

function longestPart(words: readonly string[], places: PlaceNames): Part {
  for (let length = words.length; length > 0; length -= 1) {
    const text = words.slice(0, length).join(' ')
    const kind = kindOf(text, places)
    if (kind !== 'other' || length === 1) return { text, kind }
  }
  return { text: '', kind: 'other' }
}

function kindOf(text: string, places: PlaceNames): Part['kind'] {
  if (places.isName(text)) return isPartAlone(text) ? 'part' : 'name'
  if (isRegion(text)) return 'region'
  if (isPin(text)) return 'pin'
  if (places.isDivided(text)) return 'divided'
  // Navi Mumbai is not Mumbai, also without homes.
  return isKnownCity(text) ? 'emptyCity' : 'other'
}

function textOf(parts: readonly Part[]): string {
  return parts.map(({ text }) => text).join(' ')
}
