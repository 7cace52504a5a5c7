import { widen } from '../tallies/heap.ts'
import type { Box } from './box.ts'
import type { Pile } from './pile.ts'
import { quadkeyOf } from './quadkey.ts'

/** What becomes one mark on the map. */
export interface Cluster extends Box {
  count: number
  lat: number
  lng: number
  piles: Pile[]
}

/** Marks that would be nearer than this, in pixels, would cover each other. */
const NEAR = 36

/** Puts piles of the same cell together, and then what is too near on the screen. At most `most` clusters come out. */
export function clustersOf(
  piles: Pile[],
  { zoom, level, most }: { zoom: number; level: number; most: number },
): Cluster[] {
  const byCell = new Map<string, Cluster>()
  for (const pile of piles) {
    const key = level <= pile.key.length ? pile.key.slice(0, level) : quadkeyOf(pile, level)
    const known = byCell.get(key)
    if (known) join(known, pile)
    else byCell.set(key, clusterOf(pile))
  }
  const clusters = apart([...byCell.values()], zoom)
  return clusters.length <= most ? clusters : clustersOf(piles, { zoom: zoom - 1, level: Math.max(0, level - 1), most })
}

function clusterOf(pile: Pile): Cluster {
  const { count, lat, lng, west, south, east, north } = pile
  return { count, lat, lng, west, south, east, north, piles: [pile] }
}

/** Joins a smaller cluster to the largest one that is too near, so that the large ones hardly move. */
function apart(clusters: Cluster[], zoom: number): Cluster[] {
  const kept: (Cluster & Point)[] = []
  const pixels = 256 * 2 ** zoom
  for (const cluster of clusters.sort((a, b) => b.count - a.count || a.lng - b.lng || a.lat - b.lat)) {
    const point = pointOf(cluster, pixels)
    const near = kept.find(({ x, y }) => Math.hypot(x - point.x, y - point.y) < NEAR)
    if (near === undefined) kept.push(Object.assign(cluster, point))
    else {
      join(near, cluster)
      Object.assign(near, pointOf(near, pixels))
    }
  }
  return kept
}

interface Point {
  x: number
  y: number
}

function pointOf({ lat, lng }: { lat: number; lng: number }, pixels: number): Point {
  const radians = (Math.max(-85, Math.min(85, lat)) * Math.PI) / 180
  return { x: (lng / 360) * pixels, y: (-Math.asinh(Math.tan(radians)) / (2 * Math.PI)) * pixels }
}

function join(cluster: Cluster, other: Pile | Cluster): void {
  const count = cluster.count + other.count
  cluster.lat += ((other.lat - cluster.lat) * other.count) / count
  cluster.lng += ((other.lng - cluster.lng) * other.count) / count
  cluster.count = count
  cluster.piles.push(...('piles' in other ? other.piles : [other]))
  widen(cluster, other)
}
