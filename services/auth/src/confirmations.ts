import { AppError } from '@aangan/service-kit/errors'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail } from './account.ts'
import type { Background } from './background.ts'
import type { AuthConfig } from './config.ts'
import { mailboxOf } from './email.ts'
import { countOf, type Hourly } from './hourly.ts'
import { sendOrRetry } from './mail-retries.ts'
import { confirmationMail } from './mails.ts'
import { notAuthenticated } from './rules.ts'
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
  /** Returns the address that waits for confirmation; null if there is none. */
  function pendingOf(account: AccountDoc | null): string | null {
    return account === null || account.email === confirmedEmail(account) ? null : account.email
  }

  /** Returns the refusal if a limit is reached. Throws UNAVAILABLE with a message for the visitor if the mail fails. */
  async function mail(userId: string, email: string, address?: string): Promise<AppError | null> {
    const mailbox = mailboxOf(email)
    const { refusal, takeBack } = await hourly.count(
      ['confirmBy', userId],
      ['confirm', mailbox],
      ...countOf('confirmFrom', address),
    )
    if (refusal !== null) return refusal
    const { token, hash } = newSecret()
    const expiresAt = new Date(now().getTime() + CONFIRM_MS).toISOString()
    await store.confirmations.add({ _id: hash, userId, email, expiresAt })
    try {
      await mailer.send(confirmationMail(email, token, config))
    } catch (error) {
      await Promise.all([takeBack(), store.confirmations.use(hash)])
      throw notSent(error)
    }
    return null
  }

  async function send(userId: string, address?: string): Promise<void> {
    const email = pendingOf(await store.find(userId))
    if (email !== null) await mail(userId, email, address)
  }

  return {
    send,

    /**
     * In the background, and later if it fails. Does nothing if there is nothing to confirm, or too many went to the
     * mailbox. `address` is the client's.
     */
    request(account: AccountDoc, address?: string): void {
      if (pendingOf(account) === null) return
      const unsent = { what: 'confirm', whose: account._id } as const
      const sending = () => sendOrRetry({ store, now }, unsent, () => send(account._id, address))
      background.run(sending, 'could not send a confirmation mail; will retry')
    },

    /**
     * Returns false if there is nothing to confirm. Throws TOO_MANY_REQUESTS, or UNAVAILABLE if the mail could not be
     * sent, with a message for the visitor.
     */
    async sendAgain(userId: string, address: string): Promise<boolean> {
      const account = await store.find(userId)
      if (account === null) throw notAuthenticated()
      const email = pendingOf(account)
      if (email === null) return false
      const refusal = await mail(userId, email, address)
      if (refusal !== null) throw refusal
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

const RETRY_AFTER_S = 60

function notSent(cause: unknown): AppError {
  const message = 'We could not send the email right now. Try again in a few minutes.'
  return new AppError('UNAVAILABLE', message, { cause, retryAfterS: RETRY_AFTER_S })
}

function used(): AppError {
  const message = 'This link was used already, is older than seven days, or belongs to another account.'
  return new AppError('BAD_REQUEST', message)
}
