import { createHash } from 'node:crypto'
import type { Expiring } from '@aangan/service-kit/store/expiring'
import { retryClash } from '@aangan/service-kit/store/retry-clash'
import type { Store } from '@aangan/service-kit/store/store'
import { checkEmail } from './email.ts'

export interface UnsentMail extends Expiring {
  what: 'reset' | 'confirm'
  /** The email address as entered, for a reset; the account's id, for a confirmation. */
  whose: string
  /** When to try again, in epoch ms. */
  mailDue: number
}

const RETRY_MS = 5 * 60_000
/** Whoever still needs the mail has asked again by then. */
const GIVE_UP_MS = 60 * 60_000

/** Requests for mails that could not be sent, at most one for each mailbox or account. */
export function createUnsentMails(store: Store) {
  const mails = store.collection<UnsentMail>('unsent-mails')
  const retryAt = (now: Date) => now.getTime() + RETRY_MS

  return {
    async add({ what, whose }: Pick<UnsentMail, 'what' | 'whose'>, now: Date): Promise<void> {
      // Of all spellings of an address: else anybody could queue one mail many times.
      const one = what === 'reset' ? checkEmail(whose) : whose
      const _id = createHash('sha256').update(`${what} ${one}`).digest('hex')
      const expiresAt = new Date(now.getTime() + GIVE_UP_MS).toISOString()
      const update = { $set: { what, whose, mailDue: retryAt(now), expiresAt } }
      await retryClash(() => mails.updateOne({ _id }, update, { upsert: true }))
    },

    async due(now: Date, limit: number): Promise<UnsentMail[]> {
      return await mails.find({ mailDue: { $lte: now.getTime() } }, { limit }).toArray()
    },

    /** Returns false if another process was faster. */
    async claim({ _id, mailDue }: UnsentMail, now: Date): Promise<boolean> {
      const { modifiedCount } = await mails.updateOne({ _id, mailDue }, { $set: { mailDue: retryAt(now) } })
      return modifiedCount === 1
    },

    async remove({ _id }: UnsentMail): Promise<void> {
      await mails.deleteOne({ _id })
    },
  }
}
