import { hash } from 'node:crypto'
import { AppError } from '@aangan/service-kit/errors'
import { type Expiring, unlessExpired } from '@aangan/service-kit/store/expiring'
import { retryClash } from '@aangan/service-kit/store/retry-clash'
import type { Document, Store } from '@aangan/service-kit/store/store'
import type { AccountDoc } from './account.ts'
import { taken } from './rules.ts'

/** A username that its account has given up; `_id` is its hash. */
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
  async function check(usernameKey: string, userId: string | null, now: Date): Promise<boolean> {
    const freed = unlessExpired(await names.findOne({ _id: idOf(usernameKey) }), now)
    if (freed === null) return false
    if (freed.userId !== userId) throw taken({ username: true })
    return true
  }

  async function reserve({ _id: userId, usernameKey }: AccountDoc, now: Date): Promise<void> {
    const expiresAt = new Date(now.getTime() + RESERVED_DAYS * 86_400_000).toISOString()
    const update = { $set: { userId, expiresAt } }
    await retryClash(() => names.updateOne({ _id: idOf(usernameKey) }, update, { upsert: true }))
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

function idOf(usernameKey: string): string {
  return hash('sha256', usernameKey, 'hex')
}

function tooManyNames(): AppError {
  const message = `You have changed your username ${MOST_OF_ONE} times in ${RESERVED_DAYS} days. Choose one that you had before, or try again later.`
  return new AppError('TOO_MANY_REQUESTS', message)
}
