import { fromLonLat } from 'ol/proj.js'
import type { Point } from '../../shared/geo.ts'
import type { Frame, MapEngine } from './engine.ts'

/** A layer of elements that moves with the map without rerendering. */
export interface Plane {
  /** Returns a function that removes the element. */
  put(element: HTMLElement, point: Point): () => void
}

interface Standing {
  element: HTMLElement
  x: number
  y: number
}

/** Panning translates only the plane, as one compositor layer; its elements are repositioned when the zoom changes. */
export function createPlane(element: HTMLElement, engine: MapEngine): Plane & { dispose(): void } {
  const standing = new Set<Standing>()
  let origin: Frame | undefined

  const end = engine.onFrame((frame) => {
    if (origin?.resolution !== frame.resolution) {
      origin = frame
      for (const one of standing) place(one, frame)
    }
    const x = (origin.centre[0] - frame.centre[0]) / frame.resolution + frame.size[0] / 2
    const y = (frame.centre[1] - origin.centre[1]) / frame.resolution + frame.size[1] / 2
    element.style.translate = `${Math.round(x)}px ${Math.round(y)}px`
  })

  return {
    put(child, point) {
      const [x = 0, y = 0] = fromLonLat([point.longitude, point.latitude])
      const one = { element: child, x, y }
      standing.add(one)
      if (origin) place(one, origin)
      return () => standing.delete(one)
    },
    dispose: end,
  }
}

function place({ element, x, y }: Standing, { centre, resolution }: Frame): void {
  const right = (x - centre[0]) / resolution
  const down = (centre[1] - y) / resolution
  element.style.translate = `${Math.round(right)}px ${Math.round(down)}px`
}
