import type { Tally } from './tally.ts'

/** All that a listing counts by: its city, its tally and its point, read back from the text that an index keeps of it. */
export interface Spot {
  cityKey: string
  tally: Tally
  lat: number
  lng: number
}

/** One text for all of it: counting by one field is what both stores do without reading a listing. */
export function spotOf({ cityKey, tally, lat, lng }: Spot): string {
  return `${cityKey}|${tally}|${lat}|${lng}`
}

export function readSpot(text: string): Spot {
  const [cityKey = '', tally = '', lat, lng] = text.split('|')
  return { cityKey, tally, lat: Number(lat), lng: Number(lng) }
}

/** The stretch of spots that lie in a city: `}` is the character behind `|`. */
export function spotsOfCity(cityKey: string): { $gte: string; $lt: string } {
  return { $gte: `${cityKey}|`, $lt: `${cityKey}}` }
}
