import { retried } from '@aangan/remote/retried'
import { fromLonLat } from 'ol/proj.js'

/** Written by `npm run outline`; see `toSteps` in outline/make.js for the encoding. */
interface Land {
  steps: number
  rings: number[][]
}

/** The Mercator projection excludes the poles. */
const LATITUDE_LIMIT = 85

let loading: Promise<Path2D> | undefined

/** The world's land in projected metres. Cached; retried after a failure. */
export function loadLand(): Promise<Path2D> {
  loading ??= retried(() => import(/* webpackChunkName: "land" */ '../land.json')).then(
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
