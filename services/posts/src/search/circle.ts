import type { Summary } from './block.ts'
import { boxesAround, distanceBetween, type Point, toDegrees, toUnits } from './point.ts'

/** Everything within `metres` of a point. */
export interface Circle {
  readonly centre: Point
  readonly metres: number
  /** In units of point.ts; two if it crosses the date line. */
  readonly boxes: readonly (readonly [west: number, south: number, east: number, north: number])[]
}

export function circleAround(centre: Point, metres: number): Circle {
  const boxes = boxesAround(centre, metres).map(
    ({ west, south, east, north }) => [toUnits(west), toUnits(south), toUnits(east), toUnits(north)] as const,
  )
  return { centre, metres, boxes }
}

/** False only if no listing of the block can be inside. */
export function touches({ boxes }: Circle, { least, most }: Summary): boolean {
  return boxes.some(
    ([west, south, east, north]) => least.lng <= east && most.lng >= west && least.lat <= north && most.lat >= south,
  )
}

/** @param lng and lat in units of point.ts */
export function holds({ centre, metres, boxes }: Circle, lng: number, lat: number): boolean {
  for (const [west, south, east, north] of boxes)
    if (lng >= west && lng <= east && lat >= south && lat <= north)
      return distanceBetween(centre, { lng: toDegrees(lng), lat: toDegrees(lat) }) <= metres
  return false
}
