/** Which part of what was not flushed reached the disk: nothing, everything, or some of it. */
export type Luck = 'none' | 'all' | 'some'

/** Disks write sectors whole. */
const SECTOR = 512

/** Without bytes, a change of the size; `isUnknown`: the trace does not have the bytes. */
interface Change {
  at: number
  offset: number
  bytes: Buffer | null
  isUnknown?: boolean
}

/** The content of a file: what was flushed, and the changes since. */
export class Content {
  readonly #flushed = new Bytes()
  #pending: Change[] = []

  get isFlushed(): boolean {
    return this.#pending.length === 0
  }

  write(at: number, offset: number, bytes: Buffer): void {
    this.#pending.push({ at, offset, bytes })
  }

  resize(at: number, size: number): void {
    this.#pending.push({ at, offset: size, bytes: null })
  }

  writeUnknown(at: number): void {
    this.#pending.push({ at, offset: 0, bytes: Buffer.alloc(0), isUnknown: true })
  }

  /** A flush covers the changes that were made before it began. */
  flush(start: number): void {
    for (const change of this.#pending) if (change.at < start) this.#flushed.apply(change)
    this.#pending = this.#pending.filter(({ at }) => at >= start)
  }

  /** Unflushed changes reach the disk in any order, and in part. */
  left(luck: Luck, random: (below: number) => number): Buffer {
    if (this.#pending.some(({ isUnknown }) => isUnknown)) throw new Error('The trace does not have the bytes')
    const left = new Bytes(this.#flushed.all)
    for (const change of luck === 'none' ? [] : this.#pending) {
      if (luck === 'all') left.apply(change)
      else if (random(2) === 0) left.apply(torn(change, random))
    }
    return left.all
  }
}

class Bytes {
  #buffer: Buffer
  #size: number

  constructor(content: Buffer = Buffer.alloc(0)) {
    this.#buffer = Buffer.from(content)
    this.#size = content.length
  }

  get all(): Buffer {
    return this.#buffer.subarray(0, this.#size)
  }

  apply({ offset, bytes }: Change): void {
    const end = offset + (bytes?.length ?? 0)
    if (end > this.#buffer.length) this.#buffer = Buffer.concat([this.#buffer], end * 2)
    // A file that grows again has zeros.
    if (bytes === null && end < this.#size) this.#buffer.fill(0, end, this.#size)
    bytes?.copy(this.#buffer, offset)
    this.#size = bytes === null ? end : Math.max(this.#size, end)
  }
}

function torn(change: Change, random: (below: number) => number): Change {
  if (change.bytes === null || random(4) > 0) return change
  return { ...change, bytes: change.bytes.subarray(0, random(change.bytes.length / SECTOR + 1) * SECTOR) }
}
