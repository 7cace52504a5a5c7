import type { Block } from './block.ts'
import { idOf } from './blocks.ts'
import { idOfWords } from './id-table.ts'

/** Publication times in epoch milliseconds: `after` is exclusive, `upTo` inclusive. */
export interface Span {
  after: number
  upTo: number
}

export interface Division {
  /** Newest time in each part, null if it is empty; N times separate N + 1 parts. */
  newest: (number | null)[]
  /** Times that split the last part into parts of `size`, or slightly more: equal times stay together. */
  more: number[]
}

/** @param times ascending */
export function divide(blocks: readonly Block[], times: readonly number[], size: number): Division {
  const newest = [...times, 0].map((): number | null => null)
  const last: number[] = []
  for (const { createdAt, count } of blocks) {
    for (let row = 0; row < count; row += 1) {
      const time = createdAt[row] as number
      const part = partOf(times, time)
      newest[part] = Math.max(newest[part] ?? time, time)
      if (part === times.length) last.push(time)
    }
  }
  const sorted = Float64Array.from(last).sort()
  const more: number[] = []
  for (let at = size - 1; at < sorted.length - 1; at += size) {
    const time = sorted[at] as number
    if (time > (more.at(-1) ?? Number.NEGATIVE_INFINITY) && time < (sorted.at(-1) as number)) more.push(time)
  }
  return { newest, more }
}

function partOf(times: readonly number[], time: number): number {
  let [low, high] = [0, times.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((times[middle] as number) < time) low = middle + 1
    else high = middle
  }
  return low
}

/** One line per listing, `<id> <ISO time>`, oldest first, at most `limit`. */
export function linesOf(blocks: readonly Block[], { after, upTo }: Span, limit: number): string {
  const last = Math.min(upTo, timeOfNth(blocks, { after, upTo }, limit))
  const found: { time: number; id: string }[] = []
  eachWithin(blocks, { after, upTo: last }, (block, row) => {
    found.push({ time: block.createdAt[row] as number, id: idOfWords(...idOf(block, row)) })
  })
  found.sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1))
  return found
    .slice(0, limit)
    .map(({ time, id }) => `${id} ${new Date(time).toISOString()}\n`)
    .join('')
}

/** Time of the `limit`-th listing: bounds memory, since an undivided page may hold a million. */
function timeOfNth(blocks: readonly Block[], span: Span, limit: number): number {
  const times: number[] = []
  eachWithin(blocks, span, (block, row) => times.push(block.createdAt[row] as number))
  return Float64Array.from(times).sort()[limit - 1] ?? Number.POSITIVE_INFINITY
}

function eachWithin(blocks: readonly Block[], { after, upTo }: Span, found: (block: Block, row: number) => void): void {
  for (const block of blocks) {
    const { least, most } = block.summary()
    if (block.count === 0 || most.createdAt <= after || least.createdAt > upTo) continue
    for (let row = 0; row < block.count; row += 1) {
      const time = block.createdAt[row] as number
      if (time > after && time <= upTo) found(block, row)
    }
  }
}
