import { cityKey } from '@aangan/contracts/cities'
import { foldName } from '@aangan/contracts/text/names'
import { CITIES } from '../demo/cities.ts'
import { CITY_CENTRES } from './city-centres.ts'
import type { Place } from './place.ts'

const cities = new Map(
  Object.entries(CITY_CENTRES).map(([name, [latitude, longitude]]) => [cityKey(name), { latitude, longitude }]),
)
const localities = new Map<string, Place>(
  CITIES.flatMap(({ name: city, localities }) =>
    localities.map(([name, latitude, longitude]) => [keyOf(name, city), { latitude, longitude }] as const),
  ),
)

/** The centre of the locality, else that of its city; null for a city that the table lacks. */
export function centreOf(locality: string, city: string): Place | null {
  const parts = locality.split(',')
  const known = parts.map((part) => localities.get(keyOf(part, city))).find((place) => place !== undefined)
  return known ?? cities.get(cityKey(city)) ?? null
}

export function isKnownCity(text: string): boolean {
  return cities.has(cityKey(text))
}

function keyOf(locality: string, city: string): string {
  return `${cityKey(city)}\n${foldName(locality)}`
}
