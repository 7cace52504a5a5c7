export const CAPACITY = 1024

export const RANGED = ['price', 'createdAt', 'size', 'lng', 'lat'] as const
/** The order of columns in a snapshot: a file with any other is ignored. */
export const COLUMNS = [
  'price',
  'createdAt',
  'size',
  'lng',
  'lat',
  'rev',
  'place',
  'id0',
  'id1',
  'id2',
  'kind',
] as const

export type Ranged = (typeof RANGED)[number]
export type Values = Record<(typeof COLUMNS)[number], number>

/** Bounds and distinct values, by which a scan skips a block or accepts it whole. */
export interface Summary {
  least: Record<Ranged, number>
  most: Record<Ranged, number>
  kinds: number[]
  places: number[]
  lngSum: number
  latSum: number
}

/** Up to CAPACITY nearby listings in dense columns: a row is an index into each column. */
export class Block implements Record<keyof Values, ArrayLike<number>> {
  readonly price = new Float64Array(CAPACITY)
  /** Epoch milliseconds. */
  readonly createdAt = new Float64Array(CAPACITY)
  /** Square feet; NO_VALUE if unknown. */
  readonly size = new Int32Array(CAPACITY)
  /** Fixed-point degrees: see toUnits. */
  readonly lng = new Int32Array(CAPACITY)
  readonly lat = new Int32Array(CAPACITY)
  readonly rev = new Uint32Array(CAPACITY)
  readonly place = new Uint32Array(CAPACITY)
  readonly id0 = new Uint32Array(CAPACITY)
  readonly id1 = new Uint32Array(CAPACITY)
  readonly id2 = new Uint32Array(CAPACITY)
  readonly kind = new Uint16Array(CAPACITY)
  readonly number: number
  readonly from: number
  count = 0
  #summary: Summary | null = null

  /** @param from the first Z-order code that the block covers: see curve.ts */
  constructor(number: number, from: number) {
    this.number = number
    this.from = from
  }

  write(row: number, values: Values): void {
    for (const name of COLUMNS) this[name][row] = values[name]
    this.#summary = null
  }

  copy(row: number, source: Block, sourceRow: number): void {
    for (const name of COLUMNS) this[name][row] = source[name][sourceRow] as number
    this.#summary = null
  }

  resize(count: number): void {
    this.count = count
    this.#summary = null
  }

  summary(): Summary {
    this.#summary ??= this.#summarise()
    return this.#summary
  }

  #summarise(): Summary {
    const bounds = (least: boolean) =>
      Object.fromEntries(RANGED.map((name) => [name, extreme(this[name], this.count, least)])) as Summary['least']
    return {
      least: bounds(true),
      most: bounds(false),
      kinds: [...new Set(this.kind.subarray(0, this.count))],
      places: [...new Set(this.place.subarray(0, this.count))],
      lngSum: sum(this.lng, this.count),
      latSum: sum(this.lat, this.count),
    }
  }
}

export const NO_VALUE = -1

function extreme(column: Float64Array | Int32Array, count: number, least: boolean): number {
  let found = column[0] ?? 0
  for (let row = 1; row < count; row += 1) {
    const value = column[row] as number
    if (least ? value < found : value > found) found = value
  }
  return found
}

function sum(column: Int32Array, count: number): number {
  let total = 0
  for (let row = 0; row < count; row += 1) total += column[row] as number
  return total
}
