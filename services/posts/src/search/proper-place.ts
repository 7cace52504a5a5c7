import { cityKey, cityName, isKnownCity } from '@aangan/contracts/cities'
import { isCity as isLatinCity } from '@aangan/contracts/city-labels'
import { localityKey } from '@aangan/contracts/locality-names'
import type { Area } from './areas.ts'
import type { Places } from './places.ts'

/**
 * A place in the spelling of its listings, with its city: 'Kothrud, Pune' for 'kothrud'. It finds the same homes. Known
 * cities stay as they were typed, unless in another script: browsers show 'Poona', but take पुणे for a locality.
 */
export function properPlace(typed: string, places: Places): string {
  const parts = typed.split(',')
  if (isKnownCity(typed)) return inLatin(typed)
  const numbers = places.find(typed)
  if (numbers.length === 0 || /^\s*\d{6}\s*(,|$)/.test(typed))
    return [...parts.slice(0, -1), inLatin(parts.at(-1) ?? '')].join(',')
  if (places.lookup.inCity(typed).length > 0) {
    const areas = places.areas.of(numbers)
    return areas.length === 1 ? (areas[0] as Area).city : typed
  }
  const areas = places.areas.localitiesOf(numbers)
  const name = nameIn(areas, parts[0] as string)
  if (name === null) return typed
  const cities = new Set(numbers.map((number) => places.catalog.entries[number]?.cityKey))
  const proper = cities.size === 1 ? `${name}, ${(areas[0] as Area).city}` : name
  // 'New Town Kolkata' is New Town in Kolkata, but also begins the name of New Town Kolkata North.
  return places.find(proper).length === numbers.length ? proper : typed
}

function inLatin(city: string): string {
  return isLatinCity(city) ? city : (cityName(cityKey(city)) ?? city)
}

/** The words that `typed` stands for, from the most common of these names; null if none begins so. */
function nameIn(areas: readonly Area[], typed: string): string | null {
  for (const { locality, city } of areas) {
    const words = (locality ?? '').split(' ')
    const beginnings = words.map((_, at) => words.slice(0, at + 1).join(' '))
    const name = beginnings.find((beginning) => localityKey(beginning) === localityKey(typed, city))
    if (name !== undefined) return name
  }
  return null
}
