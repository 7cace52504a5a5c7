import type { Sort } from '@aangan/contracts/post-constants'
import type { Position } from '@aangan/service-kit/paging'
import TinyQueue from 'tinyqueue'
import type { Block } from './block.ts'
import { idOf } from './blocks.ts'
import { type IdWords, idOfWords, wordsOfId } from './id-table.ts'
import type { SearchRequest } from './request.ts'
import { scan, type Wanted } from './scan.ts'

/** `total` counts the matches on all pages. */
export interface Page {
  ids: string[]
  total: number
}

/** Each sort is a total order: by column, then by id, in the same direction. */
const ORDER = {
  newest: { column: 'createdAt', direction: -1 },
  price_asc: { column: 'price', direction: 1 },
  price_desc: { column: 'price', direction: -1 },
} as const

interface Entry {
  /** Column value times direction: lower comes first. */
  rank: number
  id: IdWords
}

export function pageOf(
  blocks: readonly Block[],
  wanted: readonly Wanted[],
  { sort, limit, after }: Pick<SearchRequest, 'sort' | 'limit' | 'after'>,
): Page {
  const { column, direction } = ORDER[sort]
  const isBefore = (a: Entry, b: Entry) =>
    a.rank < b.rank || (a.rank === b.rank && compareIds(a.id, b.id) * direction < 0)
  const begin = after && { rank: direction * rankedValue(sort, after), id: wordsOfId(after.id) }
  const beginRank = begin?.rank ?? Number.NEGATIVE_INFINITY
  const first = new Firsts(limit, isBefore)
  let total = 0
  scan(blocks, wanted, (block, rows, count) => {
    total += count
    const { least, most } = block.summary()
    if (Math.min(direction * least[column], direction * most[column]) > first.lastRank) return
    const values: Float64Array = block[column]
    let last = first.lastRank
    for (let at = 0; at < count; at += 1) {
      const row = rows[at] as number
      const rank = direction * (values[row] as number)
      if (rank > last || rank < beginRank) continue
      const entry = { rank, id: idOf(block, row) }
      if (begin === null || isBefore(begin, entry)) first.offer(entry)
      last = first.lastRank
    }
  })
  return { ids: first.sorted().map(({ id }) => idOfWords(...id)), total }
}

function rankedValue(sort: Sort, { value }: Position): number {
  return sort === 'newest' ? Date.parse(String(value)) : Number(value)
}

function compareIds(a: IdWords, b: IdWords): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Bounded heap: keeps the first `limit` of the entries offered. */
class Firsts {
  #queue: TinyQueue<Entry>
  #limit: number
  #isBefore: (a: Entry, b: Entry) => boolean
  /** An entry with a higher rank cannot get in. */
  lastRank = Number.POSITIVE_INFINITY

  constructor(limit: number, isBefore: (a: Entry, b: Entry) => boolean) {
    this.#limit = limit
    this.#isBefore = isBefore
    this.#queue = new TinyQueue<Entry>([], (a, b) => (isBefore(a, b) ? 1 : -1))
  }

  offer(entry: Entry): void {
    const last = this.#queue.length === this.#limit ? this.#queue.peek() : undefined
    if (last !== undefined && !this.#isBefore(entry, last)) return
    if (last !== undefined) this.#queue.pop()
    this.#queue.push(entry)
    if (this.#queue.length === this.#limit) this.lastRank = this.#queue.peek()?.rank ?? this.lastRank
  }

  sorted(): Entry[] {
    return [...this.#queue.data].sort((a, b) => (this.#isBefore(a, b) ? -1 : 1))
  }
}
