import { cityKey, cityName } from '@aangan/contracts/cities'
import { readSearchText } from '@aangan/contracts/search-text/read'
import { foldName } from '@aangan/contracts/text/names'
import type { PlaceNames } from './named-place.ts'
import type { PlaceLookup } from './place-lookup.ts'

/** Looks names up for the reading of one text, whose words are looked up several times: keeps what it found. */
export function knownNames(lookup: PlaceLookup): PlaceNames {
  const known = new Map<string, boolean>()

  function isName(text: string): boolean {
    const found = known.get(text) ?? ((isCity(text) || lookup.isWritten(text)) && !saysOnlyFilters(text))
    known.set(text, found)
    return found
  }

  /** Owners write anything before the city: 'Apartment', 'For rent' or 'Flats in Mumbai' would take over searches. */
  function saysOnlyFilters(text: string): boolean {
    if (cityName(cityKey(text)) !== null) return false
    const { filters, place } = readSearchText(text)
    const isRead = Object.keys(filters).length > 0 || foldName(place) !== foldName(text)
    return isRead && (place === '' || cityName(cityKey(place)) !== null || isCity(place))
  }

  function isCity(text: string): boolean {
    return lookup.inCity(text).length > 0
  }

  return {
    isName,
    isCity,
    isDivided: (text) => lookup.isDivided(text),
    isIn: (part, city) => lookup.localities(part, city).length > 0 && !lookup.isRatherCity(part, city),
  }
}
