/** In degrees. */
export interface Point {
  lat: number
  lng: number
}

/** In degrees, edges inclusive; never crosses the date line. */
export interface Box {
  west: number
  south: number
  east: number
  north: number
}

const EARTH_RADIUS_M = 6_371_008
const METRES_A_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180

/** The index stores degrees as integers; a unit is about a centimetre. */
const UNITS_A_DEGREE = 1e7

export function toUnits(degrees: number): number {
  return Math.round(degrees * UNITS_A_DEGREE)
}

export function toDegrees(units: number): number {
  return units / UNITS_A_DEGREE
}

export function pointOf({ latitude, longitude }: { latitude: string; longitude: string }): Point {
  return { lat: Number(latitude), lng: Number(longitude) }
}

/** Splits the span eastward from `west` to `east` at the date line, into one or two ranges of -180 to 180. */
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
  // Returned unchanged, since rounding would move a one-point box off its point.
  if (Math.abs(longitude) <= 180) return longitude
  return longitude - 360 * Math.round(longitude / 360)
}

/** Metres along a meridian: never more than the whole distance, and quick to tell. */
export function distanceNorth(a: Point, b: Point): number {
  return Math.abs(a.lat - b.lat) * METRES_A_DEGREE
}

/** Great-circle distance in metres. */
export function distanceBetween(a: Point, b: Point): number {
  const [latA, latB] = [radians(a.lat), radians(b.lat)]
  const haversine =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** One or two boxes that cover everything within `metres` of a point. */
export function boxesAround({ lat, lng }: Point, metres: number): Box[] {
  const [south, north] = [lat - metres / METRES_A_DEGREE, lat + metres / METRES_A_DEGREE]
  const narrowest = Math.cos(radians(Math.max(Math.abs(south), Math.abs(north))))
  const reach = narrowest > 0.001 ? metres / (METRES_A_DEGREE * narrowest) : 180
  return between(lng - reach, lng + reach).map(([west, east]) => ({
    west,
    south: Math.max(-90, south),
    east,
    north: Math.min(90, north),
  }))
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
