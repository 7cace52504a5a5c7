import { setImmediate as breathe } from 'node:timers/promises'
import type { Block } from './block.ts'
import { compareIds, type IdWords, idOfWords } from './id-words.ts'
import { lowerBound } from './lower-bound.ts'
import { scan } from './scan.ts'

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

/** Lines written before other calls of the thread get a turn: less than a millisecond. */
const SLICE = 500

interface Line {
  time: number
  id: IdWords
}

/** One line per listing, `<id> <ISO time>`, oldest first, at most `limit`. */
export async function linesOf(blocks: readonly Block[], span: Span, limit: number): Promise<string> {
  // Copied, since the index may change between two slices.
  const lines = within(blocks, span).slice(0, limit)
  let text = ''
  for (let from = 0; from < lines.length; from += SLICE) {
    if (from > 0) await breathe()
    text += lines
      .slice(from, from + SLICE)
      .map(textOf)
      .join('')
  }
  return text
}

function within(blocks: readonly Block[], { after, upTo }: Span): Line[] {
  const ranges = [{ column: 'createdAt', least: after + 1, most: upTo }] as const
  const wanted = { kinds: null, places: null, near: null, ranges }
  const lines: Line[] = []
  scan(blocks, [wanted], (block, rows, count) => {
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number
      lines.push({ time: block.createdAt[row] as number, id: block.id(row) })
    }
  })
  return lines.sort((a, b) => a.time - b.time || compareIds(a.id, b.id))
}

function textOf({ time, id }: Line): string {
  return `${idOfWords(id)} ${new Date(time).toISOString()}\n`
}
