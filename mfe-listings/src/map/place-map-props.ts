import type { Point } from '../shared/geo.ts'

export interface PlaceMapProps {
  /** Null until chosen. */
  point: Point | null
  /** A city, or a locality in one; shown until a point is chosen. */
  city: string
  onChoose: (point: Point) => void
}
