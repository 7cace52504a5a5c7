import { type Block, CAPACITY, type Ranged, type Summary } from './block.ts'
import { type Circle, holds, touches } from './circle.ts'
import type { Condition } from './conditions.ts'
import type { Catalogs } from './listing-row.ts'
import { type Box, toUnits } from './point.ts'

/** 1 for each catalog number that passes. */
type Passing = Uint8Array

export interface Wanted {
  /** Null accepts any. */
  kinds: Passing | null
  places: Passing | null
  ranges: readonly Range[]
  near: Near | null
}

interface Near {
  circles: readonly Circle[]
  /** For homes whose coordinates do not say where they are. */
  places: Passing
}

interface Range {
  column: Ranged
  least: number
  most: number
}

/** Called per block with matches, `rows[0]` to `rows[count - 1]` ascending; `rows` is reused by the next call. */
export type Visit = (block: Block, rows: Uint16Array, count: number) => void

const EVERY = Uint16Array.from({ length: CAPACITY }, (_, row) => row)
const scratch = new Uint16Array(CAPACITY)

/** @returns one per box, with no row in common; a single one for null (anywhere) */
export function prepare(conditions: Condition[], boxes: Box[] | null, { kinds, places }: Catalogs): Wanted[] {
  const ofKind = conditions.flatMap((condition) => (condition.of === 'kind' ? [condition.passes] : []))
  const ofPlace = conditions.flatMap((condition) => (condition.of === 'place' ? [condition.numbers] : []))
  const bounds = conditions.flatMap((condition) => (condition.of === 'column' ? [condition] : []))
  const near = conditions.find((condition) => condition.of === 'near')
  const size = places.catalog.entries.length
  const same = {
    kinds: passing(kinds.entries, ofKind),
    places: ofPlace[0] === undefined ? null : amongAll(ofPlace[0], size),
    near: near === undefined ? null : { circles: near.circles, places: amongAll(near.numbers, size) },
  }
  return (boxes ?? [null]).map((box) => ({ ...same, ranges: [...bounds, ...(box === null ? [] : sidesOf(box))] }))
}

function sidesOf({ west, south, east, north }: Box): Range[] {
  return [
    { column: 'lng', least: toUnits(west), most: toUnits(east) },
    { column: 'lat', least: toUnits(south), most: toUnits(north) },
  ]
}

function amongAll(numbers: readonly number[], size: number): Passing {
  const passing = new Uint8Array(size)
  for (const number of numbers) passing[number] = 1
  return passing
}

function passing<T>(entries: T[], conditions: ((entry: T) => boolean)[]): Passing | null {
  if (conditions.length === 0) return null
  return Uint8Array.from(entries, (entry) => Number(conditions.every((passes) => passes(entry))))
}

/** Scans all blocks; summaries settle those in which nothing or everything matches. */
export function scan(blocks: readonly Block[], wanted: readonly Wanted[], visit: Visit): void {
  for (const one of wanted) {
    for (const block of blocks) {
      if (block.count === 0) continue
      const count = matches(block, block.summary(), one)
      if (count > 0) visit(block, count === block.count ? EVERY : scratch, count)
    }
  }
}

/** Returns the number of matches; their rows are in `scratch`, unless all match. */
function matches(block: Block, summary: Summary, { kinds, places, ranges, near }: Wanted): number {
  const kindShare = shareOf(summary.kinds, kinds)
  const placeShare = kindShare === NONE ? NONE : shareOf(summary.places, places)
  if (placeShare === NONE) return 0
  const circles = near?.circles.filter((circle) => touches(circle, summary)) ?? []
  if (near !== null && circles.length === 0 && shareOf(summary.places, near.places) === NONE) return 0
  const cut: Range[] = []
  for (const range of ranges) {
    const [least, most] = [summary.least[range.column], summary.most[range.column]]
    if (most < range.least || least > range.most) return 0
    if (least < range.least || most > range.most) cut.push(range)
  }
  let rows = EVERY
  let count = block.count
  if (kindShare === SOME) [rows, count] = [scratch, keepPassing(block.kind, kinds as Passing, rows, count)]
  if (placeShare === SOME) [rows, count] = [scratch, keepPassing(block.place, places as Passing, rows, count)]
  for (const { column, least, most } of cut) {
    count = keepBetween(block[column], least, most, rows, count)
    rows = scratch
  }
  return near === null ? count : keepNear(block, { circles, places: near.places }, rows, count)
}

const [NONE, SOME, ALL] = [0, 1, 2]

function shareOf(numbers: number[], passing: Passing | null): number {
  if (passing === null) return ALL
  let passed = 0
  for (const number of numbers) passed += passing[number] as number
  if (passed === 0) return NONE
  return passed === numbers.length ? ALL : SOME
}

// Both write every row and advance only past kept ones: branch-free, which halves the time of a mixed block.

function keepPassing(column: Uint16Array | Uint32Array, passing: Passing, rows: Uint16Array, count: number): number {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number
    scratch[kept] = row
    kept += passing[column[row] as number] as number
  }
  return kept
}

function keepBetween(
  column: Float64Array | Int32Array,
  least: number,
  most: number,
  rows: Uint16Array,
  count: number,
): number {
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number
    const value = column[row] as number
    scratch[kept] = row
    kept += Number(value >= least) & Number(value <= most)
  }
  return kept
}

function keepNear(block: Block, { circles, places }: Near, rows: Uint16Array, count: number): number {
  const located = block.located()
  let kept = 0
  for (let at = 0; at < count; at += 1) {
    const row = rows[at] as number
    scratch[kept] = row
    const isNear =
      located[row] === 1
        ? circles.some((circle) => holds(circle, block.lng[row] as number, block.lat[row] as number))
        : places[block.place[row] as number] === 1
    kept += Number(isNear)
  }
  return kept
}
