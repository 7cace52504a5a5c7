import { retryClash } from '@aangan/service-kit/store/retry-clash'
import type { Store } from '@aangan/service-kit/store/store'

/** What a person has sent within a day, which begins with their first message. */
interface AllowanceDoc {
  /** Their id. */
  _id: string
  bytes: number
  /** End of that day, in epoch milliseconds. */
  until: number
}

const DAY_MS = 86_400_000
/** Another process may begin the same person's day in between. */
const TRIES = 10

export type Allowances = ReturnType<typeof createAllowances>

/** Limits what each person stores in a day, counted in the store for all processes, and across restarts. */
export function createAllowances(store: Store, limit: number) {
  const allowances = store.collection<AllowanceDoc>('allowances')

  async function isTaken(_id: string, bytes: number, time: number): Promise<boolean> {
    const room = { _id, until: { $gt: time }, bytes: { $lte: limit - bytes } }
    if ((await allowances.updateOne(room, { $inc: { bytes } })).matchedCount === 1) return true
    const fresh = { bytes, until: time + DAY_MS }
    if ((await allowances.updateOne({ _id, until: { $lte: time } }, { $set: fresh })).matchedCount === 1) return true
    const begin = () => allowances.updateOne({ _id }, { $setOnInsert: fresh }, { upsert: true })
    return (await retryClash(begin)).upsertedCount === 1
  }

  return {
    /** Returns 0, or how many milliseconds there is no room for as many bytes: then none are counted. */
    async take(userId: string, bytes: number, now: Date): Promise<number> {
      const time = now.getTime()
      for (let tries = 1; tries <= TRIES; tries += 1) {
        if (await isTaken(userId, bytes, time)) return 0
        const full = await allowances.findOne({ _id: userId, until: { $gt: time }, bytes: { $gt: limit - bytes } })
        if (full !== null) return full.until - time
      }
      return DAY_MS
    },

    async giveBack(userId: string, bytes: number): Promise<void> {
      await allowances.updateOne({ _id: userId, bytes: { $gte: bytes } }, { $inc: { bytes: -bytes } })
    },

    async of(userId: string): Promise<Pick<AllowanceDoc, 'bytes' | 'until'>[]> {
      return (await allowances.find({ _id: userId }).toArray()).map(({ bytes, until }) => ({ bytes, until }))
    },

    async forget(userId: string): Promise<void> {
      await allowances.deleteOne({ _id: userId })
    },
  }
}
