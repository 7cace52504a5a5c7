import { type Expiring, removeExpired, unlessExpired } from '@aangan/service-kit/store/expiring'
import type { Store } from '@aangan/service-kit/store/store'

/** A person as one who is mailed. */
export interface ReaderDoc {
  _id: string
  /** `stopped` by the link of a mail, which may start them again; `off` by their own choice. */
  mails: 'on' | 'stopped' | 'off'
  /** Until when no process looks at what waits for them: it is in hand, was mailed just now, or waits after a failure. */
  heldUntil: number
  /** Tries in a row that failed. */
  failures: number
}

/** Good until a time for stopping the mails of one person; `_id` is the hash of what the mail's link carries. */
interface StopDoc extends Expiring {
  userId: string
}

export type ReaderStore = ReturnType<typeof createReaderStore>

/** Who wants to be mailed, and the links that stop that. */
export function createReaderStore(store: Store) {
  const readers = store.collection<ReaderDoc>('readers')
  const stops = store.collection<StopDoc>('mail-stops')

  async function make(_id: string): Promise<void> {
    await readers.updateOne({ _id }, { $setOnInsert: { mails: 'on', heldUntil: 0, failures: 0 } }, { upsert: true })
  }

  return {
    async mailsOf(_id: string): Promise<ReaderDoc['mails']> {
      return (await readers.findOne({ _id }))?.mails ?? 'on'
    },

    async choose(_id: string, mails: ReaderDoc['mails']): Promise<void> {
      await make(_id)
      await readers.updateOne({ _id }, { $set: { mails } })
    },

    /** Takes a person in hand until a time; null while somebody else has them. */
    async claim(_id: string, now: number, until: number): Promise<ReaderDoc | null> {
      await make(_id)
      const free = { _id, heldUntil: { $lte: now } }
      return await readers.findOneAndUpdate(free, { $set: { heldUntil: until } }, { returnDocument: 'after' })
    },

    /** Lets one go again that `claim` took. */
    async release({ _id, heldUntil }: ReaderDoc, facts: Pick<ReaderDoc, 'heldUntil' | 'failures'>): Promise<void> {
      await readers.updateOne({ _id, heldUntil }, { $set: facts })
    },

    stops: {
      async add(stop: StopDoc): Promise<void> {
        await stops.insertOne(stop)
      },

      /** Whose mails a link stops; null where it stops none, or no longer. */
      async find(hash: string, now: Date): Promise<string | null> {
        return unlessExpired(await stops.findOne({ _id: hash }), now)?.userId ?? null
      },

      async sweep(now: Date): Promise<void> {
        await removeExpired(store.collection('mail-stops'), now)
      },
    },
  }
}
