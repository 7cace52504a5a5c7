import type { Block } from './block.ts'
import { idOfWords } from './id-words.ts'
import { lowerBound } from './lower-bound.ts'
import { firstMatches, type Order } from './page.ts'

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
      const part = lowerBound(times, time)
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

const OLDEST: Order = { column: 'createdAt', direction: 1 }

/** One line per listing, `<id> <ISO time>`, oldest first, at most `limit`. */
export function linesOf(blocks: readonly Block[], { after, upTo }: Span, limit: number): string {
  const wanted = { kinds: null, places: null, ranges: [{ column: 'createdAt', least: after + 1, most: upTo }] } as const
  const { entries } = firstMatches(blocks, [wanted], { order: OLDEST, limit })
  return entries.map(({ rank, id }) => `${idOfWords(id)} ${new Date(rank).toISOString()}\n`).join('')
}
