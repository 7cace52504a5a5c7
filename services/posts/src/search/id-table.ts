import { type Block, CAPACITY } from './block.ts'
import type { IdWords } from './id-words.ts'

/** A row's position; stale after the next write. */
export interface RowAt {
  block: Block
  row: number
}

const FIRST_SIZE = 1024
/** Load factor at which the table is rebuilt. */
const MOST_USED = 0.6
/** Load factor of a rebuilt table at which it grows: the rest up to MOST_USED is room for removed rows. */
const FULL = 0.5

/** Open-addressing hash map, about 8 bytes an entry: the ids stay in the columns, where they are compared. */
export class IdTable {
  /** Block number * CAPACITY + row + 1; 0 marks a free slot. Slots of removed rows are kept until a rebuild. */
  #slots = new Uint32Array(FIRST_SIZE)
  #used = 0
  #blocks: readonly Block[]

  constructor(blocks: readonly Block[]) {
    this.#blocks = blocks
  }

  find(id: IdWords): RowAt | null {
    const position = this.#slots[this.#slotOf(id)] as number
    return position === 0 ? null : this.#rowAt(position)
  }

  /** The row must hold the id already; a row that moves must not have been overwritten yet. */
  set(id: IdWords, { block, row }: RowAt): void {
    const slot = this.#slotOf(id)
    if (this.#slots[slot] === 0) this.#used += 1
    this.#slots[slot] = block.number * CAPACITY + row + 1
    if (this.#used > MOST_USED * this.#slots.length) this.#rebuild()
  }

  #rowAt(position: number): RowAt {
    return { block: this.#blocks[Math.floor((position - 1) / CAPACITY)] as Block, row: (position - 1) % CAPACITY }
  }

  /** The id's slot, or the free slot to insert it at. */
  #slotOf(id: IdWords): number {
    const mask = this.#slots.length - 1
    let slot = hash(id) & mask
    for (;;) {
      const position = this.#slots[slot] as number
      if (position === 0 || this.#isAt(position, id)) return slot
      slot = (slot + 1) & mask
    }
  }

  #isAt(position: number, [a, b, c]: IdWords): boolean {
    const { block, row } = this.#rowAt(position)
    return row < block.count && block.id0[row] === a && block.id1[row] === b && block.id2[row] === c
  }

  #rebuild(): void {
    const rows = this.#blocks.reduce((sum, { count }) => sum + count, 0)
    const isFull = rows > FULL * this.#slots.length
    this.#slots = new Uint32Array(isFull ? 2 * this.#slots.length : this.#slots.length)
    this.#used = 0
    for (const block of this.#blocks)
      for (let row = 0; row < block.count; row += 1) this.set(block.id(row), { block, row })
  }
}

/** Mixes all words, since ids may differ in only one. */
function hash([a, b, c]: IdWords): number {
  let mixed = Math.imul(a ^ Math.imul(b ^ Math.imul(c, 0x9e3779b1), 0x85ebca6b), 0xc2b2ae35)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x27d4eb2f) >>> 0
}
