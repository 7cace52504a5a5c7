import type { Point } from '../shared/geo.ts'

export interface PlaceMapProps {
  /** Null until chosen. */
  point: Point | null
  /** Shown until a point is chosen. */
  city: string
  onChoose: (point: Point) => void
}
