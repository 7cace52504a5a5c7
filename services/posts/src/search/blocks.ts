import { Block, CAPACITY, type Values } from './block.ts'
import { curveCode } from './curve.ts'
import { IdTable, type IdWords } from './id-table.ts'
import { toDegrees } from './point.ts'

/** A row's position; stale after the next write. */
export interface RowAt {
  block: Block
  row: number
}

/** All rows, in blocks along the Z-order curve: each covers the codes from its `from` up to the next block's. */
export class Blocks {
  /** Indexed by `number`. */
  readonly all: Block[] = []
  /** Sorted by `from`. */
  #along: Block[] = []
  #ids = new IdTable(
    (place, id) => this.#isAt(place, id),
    (place) => this.#idAt(place),
  )

  get count(): number {
    return this.#ids.count
  }

  find(id: IdWords): RowAt | null {
    const place = this.#ids.find(id)
    return place === null ? null : { block: this.#blockOf(place), row: place % CAPACITY }
  }

  /** Upserts by id. */
  put(values: Values): RowAt {
    const id = [values.id0, values.id1, values.id2] as const
    const code = codeOf(values.lng, values.lat)
    const known = this.find(id)
    if (known !== null && code === codeAt(known)) {
      known.block.write(known.row, values)
      return known
    }
    this.remove(id)
    let block = this.#blockFor(code)
    while (block.count === CAPACITY) {
      this.#split(block)
      block = this.#blockFor(code)
    }
    block.write(block.count, values)
    this.#ids.set(id, placeOf(block, block.count))
    block.resize(block.count + 1)
    return { block, row: block.count - 1 }
  }

  remove(id: IdWords): boolean {
    const found = this.find(id)
    if (found === null) return false
    const { block, row } = found
    const last = block.count - 1
    this.#ids.delete(id)
    if (row !== last) this.#move(block, last, block, row)
    block.resize(last)
    return true
  }

  /** Adds a block read from a snapshot. Call in the order of block numbers. */
  adopt(block: Block): void {
    this.all.push(block)
    this.#line(block)
    for (let row = 0; row < block.count; row += 1) this.#ids.set(idOf(block, row), placeOf(block, row))
  }

  #blockFor(code: number): Block {
    const at = this.#indexBehind(code)
    return this.#along[at - 1] ?? this.#add(0)
  }

  /** Binary search: the index of the first block that starts after `code`. */
  #indexBehind(code: number): number {
    let [low, high] = [0, this.#along.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#along[middle] as Block).from <= code) low = middle + 1
      else high = middle
    }
    return low
  }

  #add(from: number): Block {
    const block = new Block(this.all.length, from)
    this.all.push(block)
    this.#line(block)
    return block
  }

  #line(block: Block): void {
    this.#along.splice(this.#indexBehind(block.from), 0, block)
  }

  /** Moves the upper half of the rows into a new block. A block of a single code gets an empty successor instead. */
  #split(block: Block): void {
    const codes = Array.from({ length: block.count }, (_, row) =>
      codeOf(block.lng[row] as number, block.lat[row] as number),
    )
    const sorted = [...codes].sort((a, b) => a - b)
    const [first = 0, middle = 0] = [sorted[0], sorted[sorted.length >>> 1]]
    const from = middle > first ? middle : (sorted.find((code) => code > first) ?? first)
    const upper = this.#add(from)
    if (from === block.from) return
    let kept = 0
    const staying: number[] = []
    for (const [row, code] of codes.entries()) {
      if (code < from) staying.push(row)
      else {
        this.#move(block, row, upper, upper.count)
        upper.resize(upper.count + 1)
      }
    }
    for (const row of staying) {
      if (row !== kept) this.#move(block, row, block, kept)
      kept += 1
    }
    block.resize(kept)
  }

  #move(from: Block, row: number, to: Block, toRow: number): void {
    to.copy(toRow, from, row)
    this.#ids.set(idOf(from, row), placeOf(to, toRow))
  }

  #blockOf(place: number): Block {
    return this.all[Math.floor(place / CAPACITY)] as Block
  }

  #isAt(place: number, [a, b, c]: IdWords): boolean {
    const block = this.#blockOf(place)
    const row = place % CAPACITY
    return block.id0[row] === a && block.id1[row] === b && block.id2[row] === c
  }

  #idAt(place: number): IdWords {
    return idOf(this.#blockOf(place), place % CAPACITY)
  }
}

export function idOf(block: Block, row: number): IdWords {
  return [block.id0[row] as number, block.id1[row] as number, block.id2[row] as number]
}

function placeOf(block: Block, row: number): number {
  return block.number * CAPACITY + row
}

function codeAt({ block, row }: RowAt): number {
  return codeOf(block.lng[row] as number, block.lat[row] as number)
}

function codeOf(lng: number, lat: number): number {
  return curveCode({ lat: toDegrees(lat), lng: toDegrees(lng) })
}
