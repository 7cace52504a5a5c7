import { hash } from 'node:crypto'
import { AppError } from '@aangan/service-kit/errors'
import { type Expiring, unlessExpired } from '@aangan/service-kit/store/expiring'
import { retryClash } from '@aangan/service-kit/store/retry-clash'
import type { Document, Store } from '@aangan/service-kit/store/store'
import { type AccountDoc, usernameKey } from './account.ts'
import { lookKey } from './lookalikes.ts'
import { taken } from './rules.ts'

/** A username that its account has given up; `_id` is the hash of its `lookKey`, in earlier releases of `usernameKey`. */
interface FreedNameDoc extends Document, Expiring {
  /** Whose it was; absent once that account is deleted. */
  userId?: string
}

const RESERVED_DAYS = 90
/** Otherwise one account could reserve every good name. */
const MOST_OF_ONE = 10

/** Usernames that nobody else may take yet: they would be mistaken for the person who had them. */
export function createFreedNames(store: Store) {
  const names = store.collection<FreedNameDoc>('freed-names')

  /** @returns whether the account itself has freed it. @throws CONFLICT for the form, if another account has */
  async function check(username: string, userId: string | null, now: Date): Promise<boolean> {
    const ids = [usernameKey(username), lookKey(username)].map(idOf)
    const all = await names.find({ _id: { $in: ids } }).toArray()
    const freed = all.filter((name) => unlessExpired(name, now) !== null)
    if (freed.some((name) => name.userId !== userId)) throw taken({ username: true })
    return freed.length > 0
  }

  async function reserve({ _id: userId, username }: AccountDoc, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + RESERVED_DAYS * 86_400_000).toISOString()
    const update = { $set: { userId, expiresAt } }
    await retryClash(() => names.updateOne({ _id: idOf(lookKey(username)) }, update, { upsert: true }))
  }

  return {
    check,
    reserve,

    /** Throws TOO_MANY_REQUESTS for the form. */
    async limit(userId: string): Promise<void> {
      if ((await names.countDocuments({ userId })) >= MOST_OF_ONE) throw tooManyNames()
    },

    /** Keeps up to `limit` names reserved without saying whose they were. Returns true while there may be more. */
    async forgetOwner(userId: string, limit: number): Promise<boolean> {
      const own = await names.find({ userId }, { limit, projection: { _id: 1 } }).toArray()
      for (const { _id } of own) await names.updateOne({ _id }, { $unset: { userId: '' } })
      return own.length === limit
    },
  }
}

function idOf(key: string): string {
  return hash('sha256', key, 'hex')
}

function tooManyNames(): AppError {
  const message = `You have changed your username ${MOST_OF_ONE} times in ${RESERVED_DAYS} days. Choose one that you had before, or try again later.`
  return new AppError('TOO_MANY_REQUESTS', message)
}
