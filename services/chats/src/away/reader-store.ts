import { type Expiring, removeExpired, unlessExpired } from '@aangan/service-kit/store/expiring'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import type { Store } from '@aangan/service-kit/store/store'

export interface ReaderDoc {
  _id: string
  /** `stopped` by an unsubscribe link, which can undo it; `off` by the person. */
  mails: 'on' | 'stopped' | 'off'
  /** End of a lease, of the pause after a mail, or of a backoff, in epoch milliseconds. */
  heldUntil: number
  failures: number
}

/** An unsubscribe link; `_id` is the hash of its token. */
interface StopDoc extends Expiring {
  userId: string
}

export type ReaderStore = ReturnType<typeof createReaderStore>

export function createReaderStore(store: Store) {
  const readers = store.collection<ReaderDoc>('readers')
  const stops = store.collection<StopDoc>('mail-stops')

  async function ensure(_id: string): Promise<void> {
    await readers.updateOne({ _id }, { $setOnInsert: { mails: 'on', heldUntil: 0, failures: 0 } }, { upsert: true })
  }

  return {
    async mailsOf(_id: string): Promise<ReaderDoc['mails']> {
      return (await readers.findOne({ _id }))?.mails ?? 'on'
    },

    async choose(_id: string, mails: ReaderDoc['mails']): Promise<void> {
      await ensure(_id)
      await readers.updateOne({ _id }, { $set: { mails } })
    },

    /** Removes the person and up to `limit` of their links. Returns true while there may be more. */
    async forget(_id: string, limit: number): Promise<boolean> {
      await readers.deleteOne({ _id })
      return await removeSome(stops, { userId: _id }, limit)
    },

    /** Leases a person until a time; null while another process holds the lease. */
    async claim(_id: string, now: number, until: number): Promise<ReaderDoc | null> {
      await ensure(_id)
      const free = { _id, heldUntil: { $lte: now } }
      return await readers.findOneAndUpdate(free, { $set: { heldUntil: until } }, { returnDocument: 'after' })
    },

    /** Does nothing if the lease was lost to another process. */
    async release({ _id, heldUntil }: ReaderDoc, facts: Pick<ReaderDoc, 'heldUntil' | 'failures'>): Promise<void> {
      await readers.updateOne({ _id, heldUntil }, { $set: facts })
    },

    stops: {
      async add(stop: StopDoc): Promise<void> {
        await stops.insertOne(stop)
      },

      /** Returns the user id; null for an unknown or expired link. */
      async find(hash: string, now: Date): Promise<string | null> {
        return unlessExpired(await stops.findOne({ _id: hash }), now)?.userId ?? null
      },

      async sweep(now: Date): Promise<void> {
        await removeExpired(store.collection('mail-stops'), now)
      },
    },
  }
}
