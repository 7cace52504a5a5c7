import { MAX_MAP_ITEMS } from '@aangan/contracts/post-constants'
import type { Block } from './block.ts'
import { idOfWords } from './id-words.ts'
import { type Box, type Point, radians, toDegrees, toUnits } from './point.ts'
import { scan, type Wanted } from './scan.ts'

/** Listings drawn as one marker: their bounding box and centroid, in degrees. */
export interface Cluster extends Box {
  count: number
  lat: number
  lng: number
  /** Id of one of the listings. */
  id: string
}

/** Clusters of two or more, and the ids of listings drawn individually. */
export interface MapContent {
  clusters: Cluster[]
  ids: string[]
}

/** Up to this many matches are not clustered. */
const FEW = 100
/** Two levels below the zoom a cell is 64 pixels wide; from a fraction of .8 on, the next level is used. */
const LEVELS_BELOW_ZOOM = 2.2
/** Maximum cells per box, more than any screen needs; beyond it the grid gets coarser. */
const MOST_CELLS = 2_500
/** Markers closer than this overlap. */
const NEAR_PX = 36

/** Counts matches per grid cell, then merges cells whose markers would overlap. */
export function mapContent(
  blocks: readonly Block[],
  areas: readonly { box: Box; wanted: Wanted }[],
  zoom: number,
): MapContent {
  const few: string[] = []
  /** Below the requested zoom if a box needs a coarser grid. */
  let fits = zoom
  const cells = areas.flatMap(({ box, wanted }) => {
    const grid = new Grid(box, Math.floor(zoom + LEVELS_BELOW_ZOOM))
    fits = Math.min(fits, zoom - grid.coarser)
    scan(blocks, [wanted], (block, rows, count) => {
      grid.add(block, rows, count)
      for (let at = 0; at < count && few.length <= FEW; at += 1) few.push(idAt(block, rows[at] as number))
    })
    return grid.clusters()
  })
  if (few.length <= FEW) return { clusters: [], ids: few }
  let shown = keepApart(cells, fits)
  for (let coarser = fits - 1; shown.length > MAX_MAP_ITEMS; coarser -= 1) shown = keepApart(shown, coarser)
  return {
    clusters: shown.filter(({ count }) => count > 1),
    ids: shown.filter(({ count }) => count === 1).map(({ id }) => id),
  }
}

/** Layout of a cell in `#sums`: the count at 0, coordinate sums, edges; all in units of point.ts. */
const [LNG_SUM, LAT_SUM, WEST, SOUTH, EAST, NORTH, WIDTH] = [1, 2, 3, 4, 5, 6, 7]
const EMPTY = [0, 0, 0, Infinity, Infinity, -Infinity, -Infinity]

/** Cells are aligned to the world, not to the box, so that markers stay put while the map is panned. */
class Grid {
  /** Levels dropped to stay within MOST_CELLS. */
  coarser = 0
  /** Cells per unit, and the first column and row. */
  #across: number
  #up: number
  #left: number
  #bottom: number
  #columns: number
  #sums: Float64Array
  #ids: string[] = []

  constructor(box: Box, level: number) {
    const [west, south, east, north] = [box.west, box.south, box.east, box.north].map(toUnits) as Edges
    // Mercator stretches latitude away from the equator.
    const middle = 10 * Math.round((box.south + box.north) / 20)
    const stretch = Math.cos(radians(Math.min(80, Math.abs(middle))))
    for (; ; this.coarser += 1) {
      const size = toUnits(360) / 2 ** (level - this.coarser)
      const [across, up] = [1 / size, 1 / (size * stretch)]
      const [left, bottom] = [Math.floor(west * across), Math.floor(south * up)]
      const columns = Math.floor(east * across) - left + 1
      const cells = columns * (Math.floor(north * up) - bottom + 1)
      if (cells > MOST_CELLS) continue
      ;[this.#across, this.#up, this.#left, this.#bottom, this.#columns] = [across, up, left, bottom, columns]
      this.#sums = new Float64Array(cells * WIDTH)
      for (let at = 0; at < this.#sums.length; at += WIDTH) this.#sums.set(EMPTY, at)
      return
    }
  }

  add(block: Block, rows: Uint16Array, count: number): void {
    const { least, most, sum } = block.summary()
    const cell = this.#cellOf(least.lng, least.lat)
    if (count === block.count && cell === this.#cellOf(most.lng, most.lat)) {
      const sums = this.#sums.subarray(cell * WIDTH, (cell + 1) * WIDTH)
      const [known = 0, lngSum = 0, latSum = 0, west = 0, south = 0, east = 0, north = 0] = sums
      this.#ids[cell] ??= idAt(block, 0)
      sums.set([known + count, lngSum + sum.lng, latSum + sum.lat])
      sums.set([Math.min(west, least.lng), Math.min(south, least.lat)], WEST)
      sums.set([Math.max(east, most.lng), Math.max(north, most.lat)], EAST)
    } else this.#addRows(block, rows, count)
  }

  #addRows(block: Block, rows: Uint16Array, count: number): void {
    const { lng, lat } = block
    const sums = this.#sums
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number
      const [x, y] = [lng[row] as number, lat[row] as number]
      const cell = this.#cellOf(x, y)
      const base = cell * WIDTH
      if (sums[base] === 0) this.#ids[cell] = idAt(block, row)
      sums[base] = (sums[base] as number) + 1
      sums[base + LNG_SUM] = (sums[base + LNG_SUM] as number) + x
      sums[base + LAT_SUM] = (sums[base + LAT_SUM] as number) + y
      if (x < (sums[base + WEST] as number)) sums[base + WEST] = x
      if (y < (sums[base + SOUTH] as number)) sums[base + SOUTH] = y
      if (x > (sums[base + EAST] as number)) sums[base + EAST] = x
      if (y > (sums[base + NORTH] as number)) sums[base + NORTH] = y
    }
  }

  clusters(): Cluster[] {
    return Object.entries(this.#ids).map(([cell, id]) => {
      const from = Number(cell) * WIDTH
      const values = this.#sums.subarray(from, from + WIDTH)
      const [count = 0, lngSum = 0, latSum = 0] = values
      const [west, south, east, north] = [...values.subarray(WEST)].map(toDegrees) as Edges
      return { count, lng: toDegrees(lngSum / count), lat: toDegrees(latSum / count), west, south, east, north, id }
    })
  }

  #cellOf(lng: number, lat: number): number {
    return (Math.floor(lat * this.#up) - this.#bottom) * this.#columns + Math.floor(lng * this.#across) - this.#left
  }
}

type Edges = [west: number, south: number, east: number, north: number]

function idAt(block: Block, row: number): string {
  return idOfWords(block.id(row))
}

/** Merges each cluster into the largest one that it overlaps, so that large markers hardly move. */
function keepApart(clusters: Cluster[], zoom: number): Cluster[] {
  const kept: { cluster: Cluster; x: number; y: number }[] = []
  const pixels = 256 * 2 ** zoom
  for (const cluster of clusters.sort((a, b) => b.count - a.count || a.lng - b.lng || a.lat - b.lat)) {
    const point = onScreen(cluster, pixels)
    const near = kept.find(({ x, y }) => (x - point.x) ** 2 + (y - point.y) ** 2 < NEAR_PX ** 2)
    if (near === undefined) kept.push({ cluster, ...point })
    else {
      const both = joined(near.cluster, cluster)
      Object.assign(near, { cluster: both }, onScreen(both, pixels))
    }
  }
  return kept.map(({ cluster }) => cluster)
}

function onScreen({ lat, lng }: Point, pixels: number): { x: number; y: number } {
  const northing = -Math.asinh(Math.tan(radians(Math.max(-85, Math.min(85, lat)))))
  return { x: (lng / 360) * pixels, y: (northing / (2 * Math.PI)) * pixels }
}

function joined(cluster: Cluster, other: Cluster): Cluster {
  const count = cluster.count + other.count
  return {
    count,
    lat: cluster.lat + ((other.lat - cluster.lat) * other.count) / count,
    lng: cluster.lng + ((other.lng - cluster.lng) * other.count) / count,
    west: Math.min(cluster.west, other.west),
    south: Math.min(cluster.south, other.south),
    east: Math.max(cluster.east, other.east),
    north: Math.max(cluster.north, other.north),
    id: cluster.id,
  }
}
