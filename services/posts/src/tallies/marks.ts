import { randomBytes } from 'node:crypto'
import type { Collection, Store } from '@aangan/service-kit/store/store'
import type { ListingDoc } from '../listing.ts'

/** What is to be counted anew, since listings there come, go or change. */
export interface MarkDoc {
  _id: string
  /** Planned until the listings are written: before that, counting would be too early. */
  state: 'planned' | 'written'
  at: string
  /** Cells of the finest level, each with a city: `<cell>|<city key>`. */
  cells: string[]
  /** `<city key>/<locality key>`; a city as a whole has an empty locality. */
  places: string[]
  /** The ids of the listings. Marks of an earlier release have none. */
  listings?: string[]
}

/** A writer that has not finished by now is taken for dead, and what it planned is counted as it is. */
const GIVEN_UP_MS = 60_000
const AT_ONCE = 100
/** More listings than this, or in more marks, are written by an import: nobody waits for a single one of them. */
const MOST_LISTINGS = 1_000
export const MOST_MARKS = 20

type Counted = Pick<ListingDoc, '_id' | 'cell' | 'cityKey' | 'localityKey'>

export type Marks = ReturnType<typeof createMarks>

/**
 * What is left to count. A mark stands before the listings are written, so that none is ever written unseen: neither by
 * a process that dies in the middle, nor by one that counts at the same moment.
 */
export function createMarks(store: Store) {
  const marks: Collection<MarkDoc> = store.collection('tallyMarks')

  return {
    /** Writes listings: `write` adds, changes or deletes some of those given, as they are before and after. */
    async around<R>(listings: Counted[], write: () => Promise<R>): Promise<R> {
      const { _id, ...mark } = markOf(listings)
      await marks.insertOne({ _id, ...mark })
      const result = await write()
      // Should the mark be given up in the meantime, it comes back.
      const { state: _, ...rest } = mark
      await marks.updateOne({ _id }, { $set: { state: 'written' }, $setOnInsert: rest }, { upsert: true })
      return result
    },

    /** Some of what can be counted now. */
    async due(now: Date): Promise<MarkDoc[]> {
      const limit = AT_ONCE
      const givenUp = new Date(now.getTime() - GIVEN_UP_MS).toISOString()
      const written = await marks.find({ state: 'written' }, { sort: { at: 1 }, limit }).toArray()
      const planned = await marks.find({ state: 'planned', at: { $lt: givenUp } }, { limit }).toArray()
      return [...written, ...planned]
    },

    async isEmpty(): Promise<boolean> {
      return (await marks.findOne({}, { projection: { _id: 1 } })) === null
    },

    /** The ids of the listings that are left to count; none where they are many. */
    async listings(): Promise<string[]> {
      const found = await marks.find({}, { projection: { listings: 1 }, limit: MOST_MARKS + 1 }).toArray()
      const ids = new Set(found.flatMap(({ listings = [] }) => listings))
      return found.length > MOST_MARKS || ids.size > MOST_LISTINGS ? [] : [...ids]
    },

    async clear(done: MarkDoc[]): Promise<void> {
      const operations = done.map(({ _id }) => ({ deleteOne: { filter: { _id } } }))
      await marks.bulkWrite(operations, { ordered: false })
    },
  }
}

function markOf(listings: Counted[]): MarkDoc {
  // One that is not live is in no cell. The empty key is that of everything.
  const counted = listings.filter(({ cell }) => cell !== '')
  const cells = new Set(counted.map(({ cell, cityKey }) => `${cell}|${cityKey}`))
  const places = new Set(counted.flatMap(({ cityKey, localityKey }) => [`${cityKey}/`, `${cityKey}/${localityKey}`]))
  return {
    _id: randomBytes(12).toString('hex'),
    state: 'planned',
    at: new Date().toISOString(),
    cells: [...cells],
    places: [...places],
    listings: [...new Set(listings.map(({ _id }) => _id))],
  }
}
