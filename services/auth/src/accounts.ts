import { setImmediate as breathe } from 'node:timers/promises'
import { USERNAME_LENGTH } from '@aangan/contracts/account-constants'
import type { Credentials, Registration, SessionInfo } from '@aangan/contracts/accounts'
import { createFormat, DEFAULT_LOCALE } from '@aangan/contracts/format'
import type { User } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import type { Mailer } from '@aangan/service-kit/mail'
import type { Parts } from '@aangan/service-kit/parts'
import { hashOf, newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, usernameKey } from './account.ts'
import { createAttempts } from './attempts.ts'
import type { AuthConfig } from './config.ts'
import type { Hourly } from './hourly.ts'
import type { Passwords } from './passwords.ts'
import { checkEmail, checkPassword, checkRegistration, invalidCredentials } from './rules.ts'
import { endSession, endSessionsOf, isSignedOut, SESSION_MS } from './sessions.ts'
import type { AuthStore, SessionDoc } from './store.ts'

export interface Browser {
  address: string
  userAgent: string
  /** Hash of its device cookie; null if it has none. */
  device: string | null
  session: string | null
}

export interface SignedIn {
  user: User
  session: string
  /** A new device cookie; null if the browser is known already. */
  device: string | null
}

export type Accounts = ReturnType<typeof createAccounts>

const format = createFormat({ locale: DEFAULT_LOCALE, currency: 'inr' })

export const DEVICE_MS = 365 * 86_400_000
const RESET_MS = 60 * 60_000
/** Precision of `seenAt`, which saves a write per request. */
const SEEN_MS = 10 * 60_000
const MAX_USER_AGENT = 300
const PROFILE_WAIT_MS = 1_000
const ID_LENGTH = 24
/** More end the oldest. */
const SESSIONS_PER_USER = 50

export function createAccounts({
  store,
  hourly,
  mailer,
  config,
  passwords,
  ...parts
}: { store: AuthStore; hourly: Hourly; mailer: Mailer; config: AuthConfig; passwords: Passwords } & Pick<
  Parts,
  'bus' | 'log' | 'now'
>) {
  const { bus, log, now } = parts
  const pending = new Set<Promise<void>>()
  const attempts = createAttempts(store, config, now)

  /** The device if this account has signed in on it before, else null. */
  async function knownDevice(browser: Browser, userId: string | undefined): Promise<string | null> {
    if (browser.device === null || userId === undefined) return null
    const known = await store.devices.find(deviceIdOf(browser.device, userId), now())
    return known && browser.device
  }

  async function openSession(account: AccountDoc, userAgent: string): Promise<string> {
    const { token, hash } = newSecret()
    const at = now()
    const session: SessionDoc = {
      _id: hash,
      userId: account._id,
      createdAt: at.toISOString(),
      seenAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + SESSION_MS).toISOString(),
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
    }
    await store.sessions.add(session)
    // A password change since the check ended all sessions but this one.
    const current = await store.find(account._id)
    if (current?.password === account.password) return token
    await store.sessions.remove(hash)
    throw invalidCredentials()
  }

  /** Returns a new device cookie; null if the browser has a valid one. */
  async function rememberDevice(given: string | null, userId: string): Promise<string | null> {
    const isKnown = given !== null && (await store.devices.isKnown(given))
    const { token, hash } = isKnown ? { token: null, hash: given } : newSecret()
    const expiresAt = new Date(now().getTime() + DEVICE_MS).toISOString()
    await store.devices.add({ _id: deviceIdOf(hash, userId), userId, expiresAt })
    return token
  }

  async function limitSessions(userId: string): Promise<void> {
    const all = await store.sessions.ofUser(userId, now())
    for (const { _id } of all.slice(SESSIONS_PER_USER)) await endSession({ store, ...parts }, _id)
  }

  async function avatarOf(id: string): Promise<string | null> {
    try {
      const [profile] = await bus.request('users.find', { ids: [id] }, { timeoutMs: PROFILE_WAIT_MS })
      return profile?.avatar ?? null
    } catch (error) {
      log.warn({ err: error }, 'signed in without an avatar: users did not respond')
      return null
    }
  }

  async function sendReset(email: string): Promise<void> {
    const account = await store.findByEmail(email)
    if (account === null || account.email === null) return
    if ((await hourly.count('reset', email)) > 0) return
    const { token, hash } = newSecret()
    await store.resets.add({
      _id: hash,
      userId: account._id,
      expiresAt: new Date(now().getTime() + RESET_MS).toISOString(),
    })
    await mailer.send({
      to: account.email,
      subject: `Reset your ${config.SITE_NAME} password`,
      text: [
        `Hello ${account.username},`,
        `We received a request to reset the password of your ${config.SITE_NAME} account. Choose a new one within an hour:`,
        `${config.SITE_URL}/reset?${new URLSearchParams({ token })}`,
        'If you did not ask for this, you can ignore this email. Your password stays the same.',
      ].join('\n\n'),
    })
  }

  async function sendMoved({ username, email }: AccountDoc, at: string): Promise<void> {
    // Somebody could move accounts to and from the address of another person.
    if (email === null || (await hourly.count('moved', email)) > 0) return
    await mailer.send({
      to: email,
      subject: `Your email address at ${config.SITE_NAME} was changed`,
      text: [
        `Hello ${username},`,
        `The email address of your ${config.SITE_NAME} account was changed on ${format.date(at)} at ${format.clock(at)} (India time). We no longer send emails about your account to this address.`,
        'If you made this change, you do not need to do anything.',
        'If you did not, someone else may be using your account. Contact us and we will help you:',
        `${config.SITE_URL}/contact`,
      ].join('\n\n'),
    })
  }

  /** Responses do not wait for mails: their time could reveal accounts. */
  function inBackground(send: () => Promise<void>, failure: string): void {
    const sending = breathe()
      .then(send)
      .catch((error: unknown) => log.error({ err: error }, failure))
      .finally(() => pending.delete(sending))
    pending.add(sending)
  }

  return {
    /** Throws BAD_REQUEST naming the field, or CONFLICT; both messages are for the visitor. */
    async register(body: Registration): Promise<void> {
      const { username, email, password } = checkRegistration(body)
      await store.create({ username, email, password: await passwords.hash(password) }, now())
    },

    /** Throws NOT_AUTHENTICATED, the same for an unknown name, or TOO_MANY_REQUESTS after too many failures. */
    async signIn({ username, password }: Credentials, browser: Browser): Promise<SignedIn> {
      const account = await store.findByName(username.trim())
      const device = await knownDevice(browser, account?._id)
      const name = usernameKey(username.trim()).slice(0, USERNAME_LENGTH.max + 1)
      const attempt = { usernameKey: name, address: browser.address, device }
      const signedIn = await attempts.run(attempt, async () => {
        const isRight = await passwords.verify(account?.password ?? null, password)
        if (account === null || !isRight) throw invalidCredentials()
        return { account, session: await openSession(account, browser.userAgent) }
      })
      const { _id: id, username: shown, email, createdAt } = signedIn.account
      // The browser's previous session would stay in the list of sessions.
      if (browser.session !== null) await endSession({ store, ...parts }, browser.session)
      await limitSessions(id)
      return {
        user: { id, username: shown, ...(email !== null && { email }), avatar: await avatarOf(id), createdAt },
        session: signedIn.session,
        device: device === null ? await rememberDevice(browser.device, id) : null,
      }
    },

    async signOut(hash: string): Promise<void> {
      await endSession({ store, ...parts }, hash)
    },

    /** Null if there is no such session, or it has ended. */
    async findSession(hash: string): Promise<{ userId: string } | null> {
      const at = now()
      const session = await store.sessions.find(hash, at)
      if (session === null || isSignedOut(session, await store.find(session.userId))) return null
      if (at.getTime() - Date.parse(session.seenAt) > SEEN_MS) await store.sessions.touch(hash, at)
      return { userId: session.userId }
    },

    async sessionsOf(userId: string, current: string | null): Promise<SessionInfo[]> {
      const sessions = await store.sessions.ofUser(userId, now())
      return sessions.map(({ _id, createdAt, seenAt, userAgent }) => ({
        id: _id.slice(0, ID_LENGTH),
        createdAt,
        seenAt,
        userAgent,
        isCurrent: _id === current,
      }))
    },

    /** Returns false if the user has no such session. */
    async endOne(userId: string, id: string): Promise<boolean> {
      const sessions = await store.sessions.ofUser(userId, now())
      const session = sessions.find(({ _id }) => _id.slice(0, ID_LENGTH) === id)
      return session !== undefined && (await endSession({ store, ...parts }, session._id))
    },

    /** Throws BAD_REQUEST for no address. */
    mailReset(text: string): void {
      const email = checkEmail(text)
      inBackground(() => sendReset(email), 'could not send a password reset mail')
    },

    /** Tells the owner at the previous address, which a thief cannot read. */
    mailMoved(before: AccountDoc): void {
      const at = now().toISOString()
      inBackground(() => sendMoved(before, at), 'could not send the notice of a changed email address')
    },

    /**
     * Throws BAD_REQUEST if the link is used or expired, or the password invalid. The browser is known from then on.
     */
    async reset({ token, password }: { token: string; password: string }): Promise<{ device: string | null }> {
      checkPassword(password)
      const hash = hashOf(token)
      const found = hash === null ? null : await store.resets.find(hash, now())
      const hashed = found === null ? null : await passwords.hash(password)
      if (hash === null || found === null || hashed === null || !(await store.resets.use(hash)))
        throw new AppError('BAD_REQUEST', 'This link was used already or is older than an hour. Ask for a new one.')
      const signedOut = { at: now().toISOString(), except: null }
      const account = await store.change(found.userId, { password: hashed, signedOut })
      await Promise.all([
        store.resets.removeOf(found.userId),
        endSessionsOf({ store, ...parts }, found.userId),
        account && attempts.forget(account.usernameKey),
      ])
      return { device: await rememberDevice(null, found.userId) }
    },

    async settle(): Promise<void> {
      await Promise.all(pending)
    },
  }
}

function deviceIdOf(hash: string, userId: string): string {
  return `${hash}:${userId}`
}
