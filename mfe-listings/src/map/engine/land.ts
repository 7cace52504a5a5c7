import { fromLonLat } from 'ol/proj.js'

/** Made by `npm run outline`: whole steps of a degree, each point as the way from the one before it. */
interface Land {
  steps: number
  rings: number[][]
}

/** Mercator has no poles. */
const LATITUDE_LIMIT = 85

let loading: Promise<Path2D> | undefined

/** The world's land as one path in the map's own metres; loaded once, and again after a failure. */
export function loadLand(): Promise<Path2D> {
  loading ??= import(/* webpackChunkName: "land" */ '../land.json').then(
    (module) => toPath(module.default),
    (error: unknown) => {
      loading = undefined
      throw error
    },
  )
  return loading
}

function toPath({ steps, rings }: Land): Path2D {
  const path = new Path2D()
  for (const ring of rings) {
    let [x, y] = [0, 0]
    for (let at = 0; at < ring.length; at += 2) {
      x += ring[at] ?? 0
      y += ring[at + 1] ?? 0
      const latitude = Math.max(-LATITUDE_LIMIT, Math.min(LATITUDE_LIMIT, y / steps))
      const [east = 0, north = 0] = fromLonLat([x / steps, latitude])
      if (at === 0) path.moveTo(east, north)
      else path.lineTo(east, north)
    }
    path.closePath()
  }
  return path
}
