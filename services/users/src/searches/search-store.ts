import { MAX_SEARCHES } from '@aangan/contracts/account-constants'
import { AppError } from '@aangan/service-kit/errors'
import { type Expiring, removeExpired, unlessExpired } from '@aangan/service-kit/store/expiring'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { type SearchDoc, searchKey } from './search.ts'

/** An unsubscribe link; `_id` is the hash of its token. */
interface StopDoc extends Expiring {
  searchId: string
  /** Absent in links of earlier releases. */
  userId?: string
}

/** Outlives the searches: removing and saving one again must not shorten the pause between mails. */
interface ReaderDoc {
  _id: string
  /** End of the pause after a mail, in epoch milliseconds. */
  heldUntil: number
}

/** Enough for dozens of concurrent saves. */
const TRIES = 200
const CHUNK_SIZE = 200

export type SearchStore = ReturnType<typeof createSearchStore>

export function createSearchStore(store: Store) {
  const searches = store.collection<SearchDoc>('searches')
  const stops = store.collection<StopDoc>('search-stops')
  const readers = store.collection<ReaderDoc>('search-readers')

  const find = (id: string) => searches.findOne({ _id: id })

  function of(userId: string): Promise<SearchDoc[]> {
    return searches.find({ userId }, { sort: { createdAt: -1, _id: -1 }, limit: MAX_SEARCHES }).toArray()
  }

  function sameAmong(docs: SearchDoc[], search: string): SearchDoc | null {
    const key = searchKey(search)
    return docs.find((doc) => searchKey(doc.search) === key) ?? null
  }

  return {
    find,
    /** Latest first. */
    of,

    /** However its city is spelled. */
    async findSame(userId: string, search: string): Promise<SearchDoc | null> {
      return sameAmong(await of(userId), search)
    },

    /** Null if all slots are taken. */
    async add(userId: string, build: (slot: number) => SearchDoc): Promise<{ doc: SearchDoc; isNew: boolean } | null> {
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const own = await of(userId)
        const taken = new Set(own.map(({ slot }) => slot))
        const free = [...Array(MAX_SEARCHES).keys()].filter((slot) => !taken.has(slot))
        // At random, so that concurrent saves rarely collide.
        const doc = build(free[Math.floor(Math.random() * free.length)] ?? 0)
        const known = sameAmong(own, doc.search)
        if (known !== null) return { doc: known, isNew: false }
        if (free.length === 0) return null
        try {
          await searches.insertOne(doc)
          return { doc, isNew: true }
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
        }
      }
      throw new AppError('CONFLICT', 'Your searches are being saved in another window. Try again.')
    },

    async change(id: string, facts: Partial<SearchDoc>): Promise<SearchDoc | null> {
      return await searches.findOneAndUpdate({ _id: id }, { $set: facts }, { returnDocument: 'after' })
    },

    async remove(id: string, userId: string): Promise<boolean> {
      return (await searches.deleteOne({ _id: id, userId })).deletedCount === 1
    },

    /** Removes all of a person, links first, up to `limit` of them. Returns true while there may be more. */
    async forgetOf(userId: string, limit: number): Promise<boolean> {
      const ids = (await of(userId)).map(({ _id }) => _id)
      if (ids.length > 0 && (await removeSome(stops, { searchId: { $in: ids } }, limit))) return true
      if (await removeSome(stops, { userId }, limit)) return true
      await readers.deleteOne({ _id: userId })
      return await removeSome(searches, { userId }, limit)
    },

    /** Due and not leased, longest overdue first. */
    due(now: Date, limit: number): Promise<SearchDoc[]> {
      const at = { $lte: now.getTime() }
      return searches.find({ due: at, heldUntil: at }, { sort: { due: 1 }, limit }).toArray()
    },

    /** Leases a search until a time; null if another process was faster. */
    async claim({ _id, due, heldUntil }: SearchDoc, until: number): Promise<SearchDoc | null> {
      const update = { $set: { due: until, heldUntil: until } }
      return await searches.findOneAndUpdate({ _id, due, heldUntil }, update, { returnDocument: 'after' })
    },

    /** Does nothing if the lease was lost to another process. */
    async release({ _id, heldUntil }: SearchDoc, facts: Partial<SearchDoc>): Promise<void> {
      await searches.updateOne({ _id, heldUntil }, { $set: { heldUntil: 0, ...facts } })
    },

    /** Makes instant alerts due. Returns places to mark again, since a leased search may miss the change. */
    async mark(places: string[], now: Date): Promise<string[]> {
      const at = now.getTime()
      const held: string[] = []
      for (let from = 0; from < places.length; from += CHUNK_SIZE) {
        const chunk = places.slice(from, from + CHUNK_SIZE)
        const found = await searches.find({ alert: 'now', place: { $in: chunk } }).toArray()
        held.push(...found.filter(({ heldUntil }) => heldUntil > at).map(({ place }) => place))
        const idle = found.filter(({ heldUntil, due }) => heldUntil <= at && due > at)
        if (idle.length === 0) continue
        const mark = ({ _id }: SearchDoc) => ({
          updateOne: { filter: { _id, heldUntil: { $lte: at } }, update: { $set: { due: at } } },
        })
        await searches.bulkWrite(idle.map(mark), { ordered: false })
      }
      return held
    },

    readers: {
      /** Starts a pause between mails to a person. Returns null, or the end of the pause that is on already. */
      async hold(_id: string, now: number, until: number): Promise<number | null> {
        try {
          const free = { _id, heldUntil: { $lte: now } }
          await readers.updateOne(free, { $set: { heldUntil: until } }, { upsert: true })
          return null
        } catch (error) {
          // For a paused person the filter matches nothing, so the upsert inserts a duplicate.
          if (!isDuplicateKey(error)) throw error
          return (await readers.findOne({ _id }))?.heldUntil ?? now
        }
      },

      /** Takes back the pause until `heldUntil`: nothing was mailed. */
      async free(_id: string, heldUntil: number): Promise<void> {
        await readers.updateOne({ _id, heldUntil }, { $set: { heldUntil: 0 } })
      },
    },

    stops: {
      async add(stop: StopDoc): Promise<void> {
        await stops.insertOne(stop)
      },

      /** Null for an unknown or expired link. */
      async find(hash: string, now: Date): Promise<SearchDoc | null> {
        const stop = unlessExpired(await stops.findOne({ _id: hash }), now)
        return stop && (await find(stop.searchId))
      },

      async sweep(now: Date): Promise<void> {
        await removeExpired(store.collection('search-stops'), now)
      },
    },
  }
}
