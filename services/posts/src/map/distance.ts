import { type Box, between } from './box.ts'

export interface Point {
  lat: number
  lng: number
}

const EARTH_RADIUS_M = 6_371_008
const METRES_A_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180

/** Metres along the ground. */
export function distanceBetween(a: Point, b: Point): number {
  const [latA, latB] = [radians(a.lat), radians(b.lat)]
  const haversine =
    Math.sin((latB - latA) / 2) ** 2 + Math.cos(latA) * Math.cos(latB) * Math.sin(radians(b.lng - a.lng) / 2) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(haversine)))
}

/** What holds everything within `metres` of a point. */
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

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}
