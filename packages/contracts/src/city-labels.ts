import { createCityIndex } from './city-index.ts'
import { SPELLINGS } from './city-spellings.ts'
import { foldName } from './text/names.ts'

/** Latin names only: what browsers need to label a search. Servers use `cities.ts`. */
const { cityKey, cityName, cityAliases } = createCityIndex(SPELLINGS)

/** Our name of a known city, 'Pune' for 'poona'; other places as typed. */
export function properName(place: string): string {
  return cityName(cityKey(place)) ?? place
}

export function isCity(place: string): boolean {
  return cityName(cityKey(place)) !== null
}

/** A name of the city in our spelling, the one that was typed, 'Poona' for 'poona'; other places as typed. */
export function typedName(place: string): string {
  const names = [properName(place), ...cityAliases(cityKey(place))]
  return names.find((name) => foldName(name) === foldName(place)) ?? place
}
