import type { Sort } from '@aangan/contracts/post-constants'
import type { Position } from '@aangan/service-kit/paging'
import TinyQueue from 'tinyqueue'
import type { Block } from './block.ts'
import { compareIds, type IdWords, idOfWords, wordsOfId } from './id-words.ts'
import { scan, type Wanted } from './scan.ts'
import type { Meaning } from './understand.ts'

export interface PageRequest {
  sort: Sort
  limit: number
  /** End of the previous page; for sort `newest` its value is an ISO 8601 time. */
  after: Position | null
}

/** `total` counts the matches on all pages; `end` is null on the last one. */
export interface Page {
  ids: string[]
  total: number
  end: Position | null
  /** What the search meant, if its text said more than its filters. */
  meaning?: Meaning
}

/** A total order: by column, then by id, in the same direction. */
export interface Order {
  column: 'createdAt' | 'price'
  direction: 1 | -1
}

const ORDERS: Record<Sort, Order> = {
  newest: { column: 'createdAt', direction: -1 },
  price_asc: { column: 'price', direction: 1 },
  price_desc: { column: 'price', direction: -1 },
}

interface Entry {
  /** Column value times direction: lower comes first. */
  rank: number
  id: IdWords
}

export function pageOf(blocks: readonly Block[], wanted: readonly Wanted[], { sort, limit, after }: PageRequest): Page {
  const order = ORDERS[sort]
  const value = sort === 'newest' ? Date.parse(String(after?.value)) : Number(after?.value)
  const begin = after && { rank: order.direction * value, id: wordsOfId(after.id) }
  // One extra, to see whether there is a next page.
  const { entries, total } = firstMatches(blocks, wanted, { order, limit: limit + 1, begin })
  const page = entries.slice(0, limit)
  const last = entries.length > limit ? page.at(-1) : undefined
  return { ids: page.map(({ id }) => idOfWords(id)), total, end: last ? endOf(last, sort) : null }
}

function endOf({ rank, id }: Entry, sort: Sort): Position {
  const value = ORDERS[sort].direction * rank
  return { value: sort === 'newest' ? new Date(value).toISOString() : value, id: idOfWords(id) }
}

/** The first `limit` matches behind `begin`, in order; `total` counts all matches. */
function firstMatches(
  blocks: readonly Block[],
  wanted: readonly Wanted[],
  { order: { column, direction }, limit, begin = null }: { order: Order; limit: number; begin?: Entry | null },
): { entries: Entry[]; total: number } {
  const compare = (a: Entry, b: Entry) => a.rank - b.rank || compareIds(a.id, b.id) * direction
  const least = begin?.rank ?? Number.NEGATIVE_INFINITY
  /** The last of the first found so far is on top. */
  const first = new TinyQueue<Entry>([], (a, b) => compare(b, a))
  let most = Number.POSITIVE_INFINITY
  let total = 0
  scan(blocks, wanted, (block, rows, count) => {
    total += count
    const summary = block.summary()
    if (Math.min(direction * summary.least[column], direction * summary.most[column]) > most) return
    const values: Float64Array = block[column]
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number
      const rank = direction * (values[row] as number)
      if (rank > most || rank < least) continue
      const entry = { rank, id: block.id(row) }
      if (begin !== null && compare(begin, entry) >= 0) continue
      const last = first.length === limit ? first.peek() : undefined
      if (last !== undefined && compare(last, entry) <= 0) continue
      if (last !== undefined) first.pop()
      first.push(entry)
      if (first.length === limit) most = first.peek()?.rank ?? most
    }
  })
  return { entries: first.data.sort(compare), total }
}
