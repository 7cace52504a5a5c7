import type { PostsQuery } from '@aangan/contracts/posts'
import { refuse, textOf } from '@aangan/service-kit/query'

/** An area in degrees, its edges included, which does not cross the date line. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const WANTED = 'west,south,east,north in degrees, south not above north, like 73.7,18.4,74,18.7'
/** As JavaScript writes numbers, tiny ones too. */
const DEGREES = /^-?\d{1,3}(\.\d{1,20})?(e-\d{1,2})?$/i

/**
 * Reads `bbox`: one box, or two where it crosses the date line; null where it is not given. A map that has been turned
 * more than once around the world may count its longitudes on, to 540 either way.
 * @throws BAD_REQUEST naming what was given and what is allowed
 */
export function readBoxes(query: Pick<PostsQuery, 'bbox'>): Box[] | null {
  const text = textOf(query, 'bbox')
  if (text === null) return null
  const parts = text.split(',').map((part) => part.trim())
  const [west = 0, south = 0, east = 0, north = 0] = parts.map(Number)
  const isRight =
    parts.length === 4 &&
    parts.every((part) => DEGREES.test(part)) &&
    Math.max(Math.abs(west), Math.abs(east)) <= 540 &&
    Math.max(Math.abs(south), Math.abs(north)) <= 90 &&
    south <= north
  if (!isRight) refuse('bbox', text, WANTED)
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
