import type { Post } from '@aangan/contracts/posts'

/** In degrees. */
export interface Point {
  longitude: number
  latitude: number
}

/** West, south, east, north in degrees. */
export type Box = readonly [west: number, south: number, east: number, north: number]

/** The limit of the Mercator projection. */
const LATITUDE_LIMIT = 85

/** About a metre. */
const DECIMALS = 5

/** Null if the listing's coordinates are invalid. */
export function pointOf({ latitude, longitude }: Pick<Post, 'latitude' | 'longitude'>): Point | null {
  const [y, x] = [toNumber(latitude), toNumber(longitude)]
  return Math.abs(y) <= LATITUDE_LIMIT && Math.abs(x) <= 180 ? { longitude: x, latitude: y } : null
}

function toNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

/** Null if invalid, or if it crosses the date line, which this map does not support. */
export function parseBox(text: string | null): Box | null {
  const numbers = (text ?? '').split(',').map(toNumber)
  const [west, south, east, north] = numbers
  if (west === undefined || south === undefined || east === undefined || north === undefined) return null
  const fits = numbers.length === 4 && numbers.every(Number.isFinite) && west <= east && south <= north
  return fits ? [west, south, east, north] : null
}

/** Formats `west,south,east,north` for the URL, clamped to searchable values. */
export function boxText([west, south, east, north]: Box): string {
  const text = (degrees: number, limit: number) =>
    String(Number(Math.max(-limit, Math.min(limit, degrees)).toFixed(DECIMALS)))
  return [text(west, 180), text(south, LATITUDE_LIMIT), text(east, 180), text(north, LATITUDE_LIMIT)].join(',')
}

/** The bounding box, or null without points. */
export function boxAround(points: readonly Point[]): Box | null {
  if (points.length === 0) return null
  const [longitudes, latitudes] = [points.map((point) => point.longitude), points.map((point) => point.latitude)]
  return [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)]
}

export function boxAroundBoth(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}

export function centreOf([west, south, east, north]: Box): Point {
  return { longitude: (west + east) / 2, latitude: (south + north) / 2 }
}

export function isPoint([west, south, east, north]: Box): boolean {
  return west === east && south === north
}

export function contains([west, south, east, north]: Box, { longitude, latitude }: Point): boolean {
  return west <= longitude && longitude <= east && south <= latitude && latitude <= north
}
