import { AppError } from '@aangan/service-kit/errors'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail } from './account.ts'
import { tooMany } from './attempts.ts'
import type { Background } from './background.ts'
import type { AuthConfig } from './config.ts'
import type { Hourly } from './hourly.ts'
import { confirmationMail } from './mails.ts'
import { mailboxOf, notAuthenticated } from './rules.ts'
import type { AuthStore } from './store.ts'
import type { Undoing } from './undoing.ts'

const CONFIRM_MS = 7 * 86_400_000

export type Confirmations = ReturnType<typeof createConfirmations>

export function createConfirmations({
  store,
  hourly,
  mailer,
  background,
  undoing,
  config,
  now,
}: {
  store: AuthStore
  hourly: Hourly
  mailer: Mailer
  background: Background
  undoing: Undoing
  config: AuthConfig
} & Pick<Parts, 'now'>) {
  /** Returns how many milliseconds to wait; 0 if it was sent. */
  async function mail(userId: string, email: string): Promise<number> {
    const waitMs = await hourly.count('confirmBy', userId)
    if (waitMs > 0) return waitMs
    const waitForMailboxMs = await hourly.count('confirm', mailboxOf(email))
    if (waitForMailboxMs > 0) return waitForMailboxMs
    const { token, hash } = newSecret()
    const expiresAt = new Date(now().getTime() + CONFIRM_MS).toISOString()
    await store.confirmations.add({ _id: hash, userId, email, expiresAt })
    await mailer.send(confirmationMail(email, token, config))
    return 0
  }

  return {
    /** In the background. Does nothing if there is nothing to confirm, or too many went to the address. */
    request(account: AccountDoc): void {
      const { _id, email } = account
      if (email === null || email === confirmedEmail(account)) return
      background.run(async () => void (await mail(_id, email)), 'could not send a confirmation mail')
    },

    /** Returns false if there is nothing to confirm. Throws TOO_MANY_REQUESTS with a message for the visitor. */
    async sendAgain(userId: string): Promise<boolean> {
      const account = await store.find(userId)
      if (account === null) throw notAuthenticated()
      if (account.email === null || account.email === confirmedEmail(account)) return false
      const waitMs = await mail(userId, account.email)
      if (waitMs > 0) throw tooMany('We have sent several links to this address already.', waitMs)
      return true
    },

    /**
     * Requires a session of the account: the mailbox alone must not take over the account of somebody who mistyped an
     * address. Throws BAD_REQUEST for another link, CONFLICT if another account was faster.
     */
    async confirm(userId: string, token: string): Promise<void> {
      const hash = hashOf(token)
      const [found, before] = await Promise.all([hash && store.confirmations.find(hash, now()), store.find(userId)])
      if (!found || found.userId !== userId || before === null) throw used()
      const { email } = found
      const confirm = () =>
        store.change(userId, (current) => {
          if (current.email !== email) throw used()
          return { emailKey: email }
        })
      // Not again after an interruption, but what follows is completed then.
      if (confirmedEmail(before) !== email) await undoing.announce(before, { what: 'address', isProved: true }, confirm)
      await store.takeFromOthers(email, userId)
      // They went to the previous address.
      await Promise.all([store.resets.removeOf(userId), store.confirmations.removeOf(userId)])
    },
  }
}

function used(): AppError {
  const message = 'This link was used already, is older than seven days, or belongs to another account.'
  return new AppError('BAD_REQUEST', message)
}
