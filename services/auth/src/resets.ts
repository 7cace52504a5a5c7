import type { ResetBody } from '@aangan/contracts/accounts'
import { plainLine } from '@aangan/contracts/text/characters'
import { AppError } from '@aangan/service-kit/errors'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail } from './account.ts'
import type { Attempts } from './attempts.ts'
import type { Background } from './background.ts'
import type { AuthConfig } from './config.ts'
import type { Hourly } from './hourly.ts'
import type { ResetDoc } from './links.ts'
import { resetMail } from './mails.ts'
import type { Passwords } from './passwords.ts'
import { checkEmail, checkPassword, isOutdated, mailboxOf } from './rules.ts'
import { endSessionsOf } from './sessions.ts'
import type { AuthStore } from './store.ts'

const RESET_MS = 60 * 60_000

export type Resets = ReturnType<typeof createResets>

export function createResets({
  store,
  hourly,
  attempts,
  mailer,
  background,
  config,
  passwords,
  ...parts
}: {
  store: AuthStore
  hourly: Hourly
  attempts: Attempts
  mailer: Mailer
  background: Background
  config: AuthConfig
  passwords: Passwords
} & Pick<Parts, 'bus' | 'log' | 'now'>) {
  const { now } = parts

  /** Returns the token of a new link. */
  async function open(facts: Pick<ResetDoc, 'userId' | 'email'>): Promise<string> {
    const { token, hash } = newSecret()
    const at = now()
    const expiresAt = new Date(at.getTime() + RESET_MS).toISOString()
    await store.resets.add({ _id: hash, ...facts, at: at.toISOString(), expiresAt })
    return token
  }

  async function send(email: string): Promise<void> {
    const account = await store.findConfirmed(email)
    if (account === null && (await store.firstClaim(email)) === null) return
    if ((await hourly.count('reset', mailboxOf(email))) > 0) return
    const token = await open({ userId: account?._id ?? null, email })
    await mailer.send(resetMail(email, token, { isNamed: account === null, site: config }))
  }

  /**
   * An unconfirmed address may be mistyped, or claimed by several accounts: its mailbox alone does not open them. Throws
   * BAD_REQUEST if nobody with this name claims it.
   */
  async function claimOf({ email }: ResetDoc, username = ''): Promise<AccountDoc> {
    await hourly.countTry('name', email)
    const account = await store.findByName(plainLine(username))
    if (account !== null && account.email === email && confirmedEmail(account) === null) return account
    throw new AppError('BAD_REQUEST', 'Username: enter the one that you chose for the account with this email address.')
  }

  return {
    open,

    /** Throws BAD_REQUEST for no address. */
    mail(text: string): void {
      const email = checkEmail(text)
      background.run(() => send(email), 'could not send a password reset mail')
    },

    /**
     * Confirms the address, and forgets a new one that waits for confirmation: a thief may have entered it. Returns the
     * account. Throws BAD_REQUEST if the link is used or expired, the username wrong, or the password invalid.
     */
    async reset({ token, username, password }: ResetBody): Promise<AccountDoc> {
      checkPassword(password)
      const hash = hashOf(token)
      const link = hash && (await store.resets.find(hash, now()))
      if (!link) throw unusable()
      const isClaim = link.userId === null
      const found = link.userId === null ? await claimOf(link, username) : await store.find(link.userId)
      if (found === null) throw unusable()
      const hashed = await passwords.hash(password)
      if (!(await store.resets.use(hash))) throw unusable()
      const signedOut = { at: now().toISOString(), except: null }
      const account = await store.change(found._id, (current) => {
        if (isOutdated(link, current)) throw unusable()
        const address = isClaim ? { emailKey: link.email } : { email: confirmedEmail(current) ?? current.email }
        return { ...address, password: hashed, signedOut }
      })
      if (account === null) throw unusable()
      if (isClaim) await store.takeFromOthers(link.email, account._id)
      await Promise.all([
        store.resets.removeOf(account._id),
        store.confirmations.removeOf(account._id),
        endSessionsOf({ store, ...parts }, account._id),
        attempts.forget(account),
      ])
      return account
    },
  }
}

function unusable(): AppError {
  const message =
    'This link was used already, is older than an hour, or was sent before your password or email address changed. Ask for a new one.'
  return new AppError('BAD_REQUEST', message)
}
