/** So many places at one point share what a geocoder found for want of better, such as the middle of their city. */
const MOST_PLACES = 9
/** A metre, in units of point.ts. */
const METRE = 100
const LATITUDES = 2 ** 25

/** The columns of a block. */
interface Rows {
  readonly count: number
  readonly lng: Int32Array
  readonly lat: Int32Array
  readonly place: Uint32Array
  readonly approximate: Uint8Array
}

/** 1 for each row that is neither approximate nor at a point that too many places share. */
export function locatedRows(block: Rows): Uint8Array {
  const crowded = crowdedPoints(block)
  const located = new Uint8Array(block.count)
  for (let row = 0; row < block.count; row += 1)
    located[row] = Number(block.approximate[row] === 0 && !(crowded.size > 0 && crowded.has(pointAt(block, row))))
  return located
}

function crowdedPoints(block: Rows): ReadonlySet<number> {
  const counts = new Map<number, number>()
  for (let row = 0; row < block.count; row += 1) {
    const point = pointAt(block, row)
    counts.set(point, (counts.get(point) ?? 0) + 1)
  }
  const common = [...counts].filter(([, count]) => count > MOST_PLACES).map(([point]) => point)
  return new Set(common.filter((point) => placesAt(block, point) > MOST_PLACES))
}

function placesAt(block: Rows, point: number): number {
  const places = new Set<number>()
  for (let row = 0; row < block.count; row += 1)
    if (pointAt(block, row) === point) places.add(block.place[row] as number)
  return places.size
}

function pointAt({ lng, lat }: Rows, row: number): number {
  return Math.round((lng[row] as number) / METRE) * LATITUDES + Math.round((lat[row] as number) / METRE)
}
