/** An id's 24 hex digits as three 32-bit words. */
export type IdWords = readonly [number, number, number]

export function wordsOfId(id: string): IdWords {
  return [hex(id, 0), hex(id, 8), hex(id, 16)]
}

export function idOfWords(a: number, b: number, c: number): string {
  return text(a) + text(b) + text(c)
}

function hex(id: string, from: number): number {
  return Number.parseInt(id.slice(from, from + 8), 16)
}

function text(word: number): string {
  return word.toString(16).padStart(8, '0')
}

const FIRST_SIZE = 1024
/** Load factor at which the table grows. */
const MOST_USED = 0.6

/** Open-addressing hash map, about 8 bytes an entry: the ids stay in the columns, where `isAt` compares them. */
export class IdTable {
  /** Place + 1; 0 marks a free slot. */
  #slots = new Uint32Array(FIRST_SIZE)
  #count = 0

  #isAt: (place: number, id: IdWords) => boolean
  #idAt: (place: number) => IdWords

  constructor(isAt: (place: number, id: IdWords) => boolean, idAt: (place: number) => IdWords) {
    this.#isAt = isAt
    this.#idAt = idAt
  }

  get count(): number {
    return this.#count
  }

  find(id: IdWords): number | null {
    const place = this.#slots[this.#slotOf(id)] as number
    return place === 0 ? null : place - 1
  }

  set(id: IdWords, place: number): void {
    const slot = this.#slotOf(id)
    if (this.#slots[slot] === 0) this.#count += 1
    this.#slots[slot] = place + 1
    if (this.#count > MOST_USED * this.#slots.length) this.#grow()
  }

  /** Call while the columns still hold the id: closing the gap rehashes the entries behind it. */
  delete(id: IdWords): void {
    const mask = this.#slots.length - 1
    let gap = this.#slotOf(id)
    if (this.#slots[gap] === 0) return
    this.#count -= 1
    for (let slot = (gap + 1) & mask; this.#slots[slot] !== 0; slot = (slot + 1) & mask) {
      const wanted = hash(this.#idAt((this.#slots[slot] as number) - 1)) & mask
      // An entry must not move in front of its home slot.
      if (((slot - wanted) & mask) < ((slot - gap) & mask)) continue
      this.#slots[gap] = this.#slots[slot] as number
      gap = slot
    }
    this.#slots[gap] = 0
  }

  /** The id's slot, or the free slot to insert it at. */
  #slotOf(id: IdWords): number {
    const mask = this.#slots.length - 1
    let slot = hash(id) & mask
    for (;;) {
      const place = this.#slots[slot] as number
      if (place === 0 || this.#isAt(place - 1, id)) return slot
      slot = (slot + 1) & mask
    }
  }

  #grow(): void {
    const old = this.#slots
    this.#slots = new Uint32Array(2 * old.length)
    const mask = this.#slots.length - 1
    for (const place of old) {
      if (place === 0) continue
      let slot = hash(this.#idAt(place - 1)) & mask
      while (this.#slots[slot] !== 0) slot = (slot + 1) & mask
      this.#slots[slot] = place
    }
  }
}

/** Mixes all words, since ids may differ in only one. */
function hash([a, b, c]: IdWords): number {
  let mixed = Math.imul(a ^ Math.imul(b ^ Math.imul(c, 0x9e3779b1), 0x85ebca6b), 0xc2b2ae35)
  mixed ^= mixed >>> 15
  return Math.imul(mixed, 0x27d4eb2f) >>> 0
}
