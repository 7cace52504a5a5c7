import type { PostsQuery } from '@aangan/contracts/posts'
import { readArea } from '@aangan/service-kit/post-filters'

/** An area in degrees, its edges included, which does not cross the date line. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

/** Reads `bbox`: one box, or two where it crosses the date line; null where it is not given. Throws as `readArea`. */
export function readBoxes(query: Pick<PostsQuery, 'bbox'>): Box[] | null {
  const area = readArea(query)
  if (area === null) return null
  const [west, south, east, north] = area
  return between(west, east).map(([from, to]) => ({ west: from, south, east: to, north }))
}

/** The longitudes from `west` eastward to `east`, as one span of -180 to 180, or as two. */
export function between(west: number, east: number): [number, number][] {
  if (east - west >= 360) return [[-180, 180]]
  const from = wrapped(west)
  const to = wrapped(east)
  if (from <= to) return [[from, to]]
  return [
    [from, 180],
    [-180, to],
  ]
}

function wrapped(longitude: number): number {
  // What is in range stays the number that it is: a box of one point must hold that point.
  if (Math.abs(longitude) <= 180) return longitude
  return longitude - 360 * Math.round(longitude / 360)
}

export function isInside({ west, south, east, north }: Box, { lat, lng }: { lat: number; lng: number }): boolean {
  return lng >= west && lng <= east && lat >= south && lat <= north
}
