import { fromLonLat } from 'ol/proj.js'
import type { Point } from '../../shared/geo.ts'
import type { MapEngine } from './engine.ts'

/** Pixels between a point and an element above or below it, to clear the marker. */
const GAP = 44
/** Pixels kept free at the map's edges, and on the right for the controls. */
const EDGE = 8
const CONTROLS = 64

type Size = readonly [width: number, height: number]

/**
 * Positions an element next to a point and inside the map, then keeps it attached while the map moves. Sets `--right` and
 * `--down`, measured from the map's top left corner. Returns a function that detaches it.
 */
export function anchor(element: HTMLElement, engine: MapEngine, point: Point): () => void {
  const [placeX = 0, placeY = 0] = fromLonLat([point.longitude, point.latitude])
  let offset: Size | undefined
  let within: Size | undefined
  return engine.onFrame(({ centre, resolution, size }) => {
    const x = (placeX - centre[0]) / resolution + size[0] / 2
    const y = (centre[1] - placeY) / resolution + size[1] / 2
    if (!offset || within?.[0] !== size[0] || within[1] !== size[1]) {
      offset = offsetFor([x, y], [element.offsetWidth, element.offsetHeight], size)
      within = size
    }
    element.style.setProperty('--right', `${Math.round(x + offset[0])}px`)
    element.style.setProperty('--down', `${Math.round(y + offset[1])}px`)
  })
}

/** Pixels from the point to the element's top left corner: above, else below, else beside, else on top of the point. */
export function offsetFor([x, y]: Size, [width, height]: Size, [mapWidth, mapHeight]: Size): Size {
  const [right, bottom] = [mapWidth - width - CONTROLS, mapHeight - height - EDGE]
  const left = clamp(x - width / 2, EDGE, right)
  const top = clamp(y - height / 2, EDGE, bottom)
  const [above, below] = [y - GAP - height, y + GAP / 2]
  const [after, before] = [x + GAP, x - GAP - width]
  if (above >= EDGE) return [left - x, above - y]
  if (below <= bottom) return [left - x, below - y]
  if (after <= right) return [after - x, top - y]
  if (before >= EDGE) return [Math.min(before, right) - x, top - y]
  return [left - x, top - y]
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
