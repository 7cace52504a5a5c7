import { Block, CAPACITY, type Values } from './block.ts'
import { curveCode } from './curve.ts'
import { IdTable, type RowAt } from './id-table.ts'
import type { IdWords } from './id-words.ts'
import { lowerBound } from './lower-bound.ts'

/** All rows, in blocks along the Z-order curve: each covers the codes from its `from` up to the next block's. */
export class Blocks {
  /** Indexed by `number`. */
  readonly all: Block[] = []
  /** Sorted by `from`. */
  #along: Block[] = []
  /** Their `from`, integers. */
  #starts: number[] = []
  #ids = new IdTable(this.all)
  count = 0

  find(id: IdWords): RowAt | null {
    return this.#ids.find(id)
  }

  /** Upserts by id. */
  put(values: Values): RowAt {
    const id = [values.id0, values.id1, values.id2] as const
    const code = curveCode(values.lng, values.lat)
    const known = this.find(id)
    if (known !== null && code === known.block.code(known.row)) {
      known.block.write(known.row, values)
      return known
    }
    this.remove(id)
    let block = this.#blockFor(code)
    while (block.count === CAPACITY) {
      this.#split(block)
      block = this.#blockFor(code)
    }
    const at = { block, row: block.count }
    block.write(at.row, values)
    block.resize(at.row + 1)
    this.#ids.set(id, at)
    this.count += 1
    return at
  }

  remove(id: IdWords): void {
    const found = this.find(id)
    if (found === null) return
    const { block, row } = found
    if (row !== block.count - 1) this.#move(block, block.count - 1, found)
    block.resize(block.count - 1)
    this.count -= 1
  }

  /** Adds a block read from a snapshot. Call in the order of block numbers. */
  adopt(block: Block): void {
    this.#add(block)
    this.count += block.count
    for (let row = 0; row < block.count; row += 1) this.#ids.set(block.id(row), { block, row })
  }

  #blockFor(code: number): Block {
    let at = this.#indexBehind(code) - 1
    const last = this.#along[at]
    if (last === undefined) return this.#add(new Block(this.all.length, 0))
    // Of the blocks of a crowded code, an earlier one may have room again.
    while (code === last.from && this.#along[at]?.count === CAPACITY && this.#starts[at - 1] === code) at -= 1
    return this.#along[at] as Block
  }

  #indexBehind(code: number): number {
    return lowerBound(this.#starts, code + 1)
  }

  #add(block: Block): Block {
    this.all.push(block)
    const at = this.#indexBehind(block.from)
    this.#along.splice(at, 0, block)
    this.#starts.splice(at, 0, block.from)
    return block
  }

  /** Moves the upper half of the rows into a new block. A block of a single code gets an empty successor instead. */
  #split(block: Block): void {
    const codes = Array.from({ length: block.count }, (_, row) => block.code(row))
    const sorted = [...codes].sort((a, b) => a - b)
    const [first = 0, middle = 0] = [sorted[0], sorted[sorted.length >>> 1]]
    const from = middle > first ? middle : (sorted.find((code) => code > first) ?? first)
    const upper = this.#add(new Block(this.all.length, from))
    if (from === block.from) return
    let kept = 0
    for (const [row, code] of codes.entries()) {
      if (code >= from) {
        this.#move(block, row, { block: upper, row: upper.count })
        upper.resize(upper.count + 1)
      } else {
        if (row !== kept) this.#move(block, row, { block, row: kept })
        kept += 1
      }
    }
    block.resize(kept)
  }

  #move(from: Block, row: number, to: RowAt): void {
    to.block.copy(to.row, from, row)
    this.#ids.set(from.id(row), to)
  }
}
