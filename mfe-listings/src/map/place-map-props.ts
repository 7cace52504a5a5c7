import type { Point } from './geo.ts'

export interface PlaceMapProps {
  /** Null while nothing is chosen. */
  point: Point | null
  /** Where to look for it. */
  city: string
  onChoose: (point: Point) => void
}
