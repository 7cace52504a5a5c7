import type { ResetBody } from '@aangan/contracts/accounts'
import { plainLine } from '@aangan/contracts/text/characters'
import { AppError } from '@aangan/service-kit/errors'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail, epochOf, signOut } from './account.ts'
import type { Attempts } from './attempts.ts'
import type { Background } from './background.ts'
import type { AuthConfig } from './config.ts'
import { asTyped, checkEmail, mailboxOf, spellingsOf } from './email.ts'
import type { Hourly } from './hourly.ts'
import type { ResetDoc } from './links.ts'
import { sendOrRetry } from './mail-retries.ts'
import { resetMail } from './mails.ts'
import { checkPassword, refuseOwnWords } from './password-rules.ts'
import type { Passwords } from './passwords.ts'
import { isOutdated } from './rules.ts'
import { endSessionsOf } from './sessions.ts'
import type { AuthStore } from './store.ts'

const RESET_MS = 60 * 60_000

type IsKnownTo = (userId: string) => Promise<boolean>

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

  /** Stores a new link that can open these accounts. */
  async function add(facts: Pick<ResetDoc, 'userId' | 'email' | 'undo'>, accounts: AccountDoc[]) {
    const { token, hash } = newSecret()
    const expiresAt = new Date(now().getTime() + RESET_MS).toISOString()
    const later = accounts.filter((account) => epochOf(account) > 0)
    const epochs = Object.fromEntries(later.map((account) => [account._id, epochOf(account)]))
    await store.resets.add({ _id: hash, ...facts, epochs, expiresAt })
    return { token, hash }
  }

  /** Null if no account has the address. */
  async function findAddress(text: string) {
    for (const email of spellingsOf(text)) {
      const account = await store.findConfirmed(email)
      // An account by itself: spellings of its address that others claim must not use up its mails.
      if (account !== null) return { email, userId: account._id, accounts: [account], counted: account._id }
      const claims = await store.openClaims(email)
      if (claims.length > 0) return { email, userId: null, accounts: claims, counted: mailboxOf(email) }
    }
    return null
  }

  async function send(text: string): Promise<void> {
    const found = await findAddress(text)
    if (found === null) return
    const { email, userId, accounts } = found
    const username = userId === null ? null : (accounts[0]?.username ?? null)
    const { refusal, takeBack } = await hourly.count(['reset', found.counted])
    if (refusal !== null) return
    const { token, hash } = await add({ userId, email }, accounts)
    try {
      await mailer.send(resetMail(email, token, { username, site: config }))
    } catch (error) {
      await Promise.all([takeBack(), store.resets.use(hash)])
      throw error
    }
  }

  /**
   * An unconfirmed address may be mistyped, or a stranger's, and usernames are public: the mailbox opens only an account
   * that this browser has registered or signed in to, or its owner would get somebody else's listings and chats. Throws
   * BAD_REQUEST.
   */
  async function claimOf({ email }: ResetDoc, username = '', isKnownTo: IsKnownTo): Promise<AccountDoc> {
    await hourly.countTry('name', email)
    const account = await store.findByName(plainLine(username))
    const isClaim = account !== null && account.email === email && confirmedEmail(account) === null
    if (isClaim && (await isKnownTo(account._id))) return account
    throw new AppError(
      'BAD_REQUEST',
      'Username: enter the one that you chose, in the browser in which you registered or signed in before. If you have no account, create one with this email address.',
    )
  }

  return {
    /** Returns the token of a new link for an account whose change was undone; `undo` is the hash of the link used. */
    async open(account: AccountDoc, undo: string): Promise<string> {
      return (await add({ userId: account._id, email: confirmedEmail(account) ?? '', undo }, [account])).token
    },

    send,

    /** Sent later if it fails. Throws BAD_REQUEST for no address. */
    mail(text: string): void {
      checkEmail(text)
      const mail = { what: 'reset', whose: asTyped(text) } as const
      const sending = () => sendOrRetry({ store, now }, mail, () => send(text))
      background.run(sending, 'could not send a password reset mail; will retry')
    },

    /**
     * Confirms the address, and forgets a new one that waits for confirmation: a thief may have entered it. `isKnownTo`
     * tells whether the browser has registered or signed in to an account. Returns the account. Throws BAD_REQUEST if the
     * link is used or expired, the username wrong, or the password invalid. The link stays until the password is changed,
     * so that it can be used again after an outage.
     */
    async reset({ token, username, password }: ResetBody, isKnownTo: IsKnownTo, address?: string): Promise<AccountDoc> {
      checkPassword(password)
      const hash = hashOf(token)
      const link = hash && (await store.resets.find(hash, now()))
      if (!link) throw unusable()
      const isClaim = link.userId === null
      const found = link.userId === null ? await claimOf(link, username, isKnownTo) : await store.find(link.userId)
      if (found === null) throw unusable()
      refuseOwnWords(password, found)
      const hashed = await passwords.hash(password, { ...(address && { address }), known: found._id })
      const account = await store.change(found._id, (current) => {
        if (isOutdated(link, current)) throw unusable()
        const mailbox = isClaim ? { emailKey: link.email } : { email: confirmedEmail(current) ?? current.email }
        return { ...mailbox, password: hashed, ...signOut(current) }
      })
      if (account === null) throw unusable()
      if (isClaim) await store.takeFromOthers(link.email, account._id)
      await Promise.all([
        store.resets.use(hash),
        link.undo !== undefined && store.undos.use(link.undo),
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
