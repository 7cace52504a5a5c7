import { curveCode } from './curve.ts'
import type { IdWords } from './id-words.ts'
import { locatedRows } from './located.ts'

export const CAPACITY = 1024

export const RANGED = ['price', 'createdAt', 'size', 'lng', 'lat'] as const
export type Ranged = (typeof RANGED)[number]
export type Values = Record<keyof Columns, number>

/** Bounds and distinct values, by which a scan skips a block or accepts it whole. */
export interface Summary {
  least: Record<Ranged, number>
  most: Record<Ranged, number>
  sum: Record<Ranged, number>
  kinds: number[]
  places: number[]
}

/** In the order of a snapshot: a file with any other is ignored. */
class Columns {
  readonly price = new Float64Array(CAPACITY)
  /** Epoch milliseconds. */
  readonly createdAt = new Float64Array(CAPACITY)
  /** Square feet; NO_VALUE if unknown. */
  readonly size = new Int32Array(CAPACITY)
  /** Fixed-point degrees: see toUnits. */
  readonly lng = new Int32Array(CAPACITY)
  readonly lat = new Int32Array(CAPACITY)
  /** 1 if the owner did not say where the home is. */
  readonly approximate = new Uint8Array(CAPACITY)
  readonly rev = new Uint32Array(CAPACITY)
  readonly place = new Uint32Array(CAPACITY)
  readonly id0 = new Uint32Array(CAPACITY)
  readonly id1 = new Uint32Array(CAPACITY)
  readonly id2 = new Uint32Array(CAPACITY)
  readonly kind = new Uint16Array(CAPACITY)
}

export const COLUMNS = Object.keys(new Columns()) as (keyof Columns)[]

/** Up to CAPACITY nearby listings in dense columns: a row is an index into each column. */
export class Block extends Columns {
  readonly number: number
  readonly from: number
  count = 0
  #summary: Summary | null = null
  #located: Uint8Array | null = null

  /** @param from the first Z-order code that the block covers: see curve.ts */
  constructor(number: number, from: number) {
    super()
    this.number = number
    this.from = from
  }

  id(row: number): IdWords {
    return [this.id0[row] as number, this.id1[row] as number, this.id2[row] as number]
  }

  code(row: number): number {
    return curveCode(this.lng[row] as number, this.lat[row] as number)
  }

  write(row: number, values: Values): void {
    for (const name of COLUMNS) this[name][row] = values[name]
    this.#forget()
  }

  copy(row: number, source: Block, sourceRow: number): void {
    for (const name of COLUMNS) this[name][row] = source[name][sourceRow] as number
    this.#forget()
  }

  resize(count: number): void {
    this.count = count
    this.#forget()
  }

  summary(): Summary {
    this.#summary ??= this.#summarise()
    return this.#summary
  }

  /** 1 for each row whose coordinates say where its home is: see located.ts. */
  located(): Uint8Array {
    this.#located ??= locatedRows(this)
    return this.#located
  }

  #forget(): void {
    this.#summary = null
    this.#located = null
  }

  #summarise(): Summary {
    const bounds = RANGED.map((name) => boundsOf(this[name], this.count))
    const all = (part: 0 | 1 | 2) =>
      Object.fromEntries(RANGED.map((name, at) => [name, bounds[at]?.[part]])) as Record<Ranged, number>
    return {
      least: all(0),
      most: all(1),
      sum: all(2),
      kinds: [...new Set(this.kind.subarray(0, this.count))],
      places: [...new Set(this.place.subarray(0, this.count))],
    }
  }
}

export const NO_VALUE = -1

function boundsOf(column: Float64Array | Int32Array, count: number): [least: number, most: number, sum: number] {
  let [least, most, sum] = [column[0] ?? 0, column[0] ?? 0, 0]
  for (let row = 0; row < count; row += 1) {
    const value = column[row] as number
    if (value < least) least = value
    if (value > most) most = value
    sum += value
  }
  return [least, most, sum]
}
