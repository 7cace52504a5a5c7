import { fromLonLat } from 'ol/proj.js'
import type { Point } from '../geo.ts'
import type { MapEngine } from './engine.ts'

/** Pixels between a place and what stands above or below it: a marker is in between. */
const GAP = 44
/** Pixels that stay free at the map's edges, and at its right for the controls. */
const EDGE = 8
const CONTROLS = 64

type Size = readonly [width: number, height: number]

/**
 * Keeps an element beside a place, and inside the map when it appears. From then on it moves with the map. Sets `--right` and `--down`, from the map's upper left corner. Answers what ends it.
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

/**
 * From the place to the upper left corner of an element of this size, in pixels: above the place, else below it, beside
 * it, or over it where the map is too small for all of these.
 */
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
