import { MAX_EMAIL } from '@aangan/contracts/account-constants'
import type { Credentials, Registration, ResetBody, SessionInfo } from '@aangan/contracts/accounts'
import { plainLine } from '@aangan/contracts/text/characters'
import { readEmail } from '@aangan/contracts/text/emails'
import type { User } from '@aangan/contracts/users'
import type { Parts } from '@aangan/service-kit/parts'
import { newSecret } from '@aangan/service-kit/tokens'
import { type AccountDoc, confirmedEmail, epochOf, usernameKey } from './account.ts'
import type { Attempts } from './attempts.ts'
import type { AuthConfig } from './config.ts'
import type { Confirmations } from './confirmations.ts'
import { oneSpelling } from './email.ts'
import type { Hourly } from './hourly.ts'
import type { Passwords } from './passwords.ts'
import { countTaken } from './probes.ts'
import { refuseReserved } from './reserved-names.ts'
import type { Resets } from './resets.ts'
import { checkRegistration, invalidCredentials } from './rules.ts'
import { endSession, isSignedOut, SESSION_MS } from './sessions.ts'
import type { AuthStore, SessionDoc } from './store.ts'
import type { Undoing } from './undoing.ts'

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

export const DEVICE_MS = 365 * 86_400_000
/** Precision of `seenAt`, which saves a write per request. */
const SEEN_MS = 10 * 60_000
const MAX_USER_AGENT = 300
const PROFILE_WAIT_MS = 1_000
const ID_LENGTH = 24
/** More end the oldest. */
const SESSIONS_PER_USER = 50
const DEVICES_PER_USER = 50

export function createAccounts({
  store,
  attempts,
  hourly,
  passwords,
  resets,
  undoing,
  confirmations,
  config,
  ...parts
}: {
  store: AuthStore
  config: Pick<AuthConfig, 'SITE_NAME'>
  attempts: Attempts
  hourly: Hourly
  passwords: Passwords
  resets: Resets
  undoing: Undoing
  confirmations: Confirmations
} & Pick<Parts, 'bus' | 'log' | 'now'>) {
  const { bus, log, now } = parts

  /** The device if this account has signed in on it before, else null. */
  async function knownDevice(browser: Pick<Browser, 'device'>, userId: string | undefined): Promise<string | null> {
    if (browser.device === null || userId === undefined) return null
    const known = await store.devices.find(deviceIdOf(browser.device, userId), now())
    return known && browser.device
  }

  async function openSession(account: AccountDoc, userAgent: string): Promise<{ token: string; hash: string }> {
    const { token, hash } = newSecret()
    const at = now()
    const session: SessionDoc = {
      _id: hash,
      userId: account._id,
      createdAt: at.toISOString(),
      seenAt: at.toISOString(),
      expiresAt: new Date(at.getTime() + SESSION_MS).toISOString(),
      userAgent: userAgent.slice(0, MAX_USER_AGENT),
      epoch: epochOf(account),
    }
    await store.sessions.add(session)
    // A password change since the check ended all sessions but this one.
    if (!isSignedOut(session, await store.find(account._id))) return { token, hash }
    await store.sessions.remove(hash)
    throw invalidCredentials()
  }

  /** Returns a new device cookie; null if the browser has a valid one. */
  async function rememberDevice(given: string | null, userId: string): Promise<string | null> {
    const isKnown = given !== null && (await store.devices.isKnown(given))
    const { token, hash } = isKnown ? { token: null, hash: given } : newSecret()
    const expiresAt = new Date(now().getTime() + DEVICE_MS).toISOString()
    await store.devices.add({ _id: deviceIdOf(hash, userId), userId, expiresAt })
    await store.devices.keepNewest(userId, DEVICES_PER_USER)
    return token
  }

  /** Never ends the new one, whose clock may be behind. */
  async function limitSessions(userId: string, newest: string): Promise<void> {
    const all = await store.sessions.ofUser(userId, now())
    const others = all.filter(({ _id }) => _id !== newest)
    for (const { _id } of others.slice(SESSIONS_PER_USER - 1)) await endSession({ store, ...parts }, _id)
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

  return {
    /**
     * The browser is known from then on: returns its new device cookie, null if it has one. Throws BAD_REQUEST naming the
     * field, CONFLICT or TOO_MANY_REQUESTS; the messages are for the visitor.
     */
    async register(
      body: Registration,
      { address, device }: Pick<Browser, 'address' | 'device'>,
    ): Promise<{ device: string | null }> {
      const { username, email, password } = checkRegistration(body)
      refuseReserved(username, config.SITE_NAME)
      // Before a password is hashed, and in the same time whether or not the address has an account.
      await store.refuseName(username, null, now())
      const facts = { username, email, password: await passwords.hash(password, { address }) }
      const account = await countTaken(hourly, { email, address }, () => store.create(facts, now()))
      confirmations.request(account, address)
      return { device: await rememberDevice(device, account._id) }
    },

    /** Throws NOT_AUTHENTICATED, the same for an unknown name, or TOO_MANY_REQUESTS after too many of either kind. */
    async signIn({ username, password }: Credentials, browser: Browser): Promise<SignedIn> {
      // Usernames have no `@`, so an address is never one.
      const typed = readEmail(username) ?? usernameKey(plainLine(username)).slice(0, MAX_EMAIL + 1)
      const account = await store.findForSignIn(typed)
      // Each spelling of an address would have guesses of its own.
      const name = oneSpelling(typed)
      const accountId = account?._id ?? null
      const device = await knownDevice(browser, account?._id)
      const attempt = attempts.signIn({ name, accountId, address: browser.address, device })
      const enter = async (isBlocked: boolean) => {
        const stored = isBlocked ? null : (account?.password ?? null)
        const isRight = await passwords.verify(stored, password, {
          address: browser.address,
          known: device && accountId,
        })
        if (account === null || !isRight) throw invalidCredentials()
        return { account, session: await openSession(account, browser.userAgent) }
      }
      const counted = accountId ?? `unknown ${name}`
      const signedIn = await attempts.run(attempt, (isBlocked) =>
        hourly.unlessFailed('rightPassword', counted, () => enter(isBlocked)),
      )
      const id = signedIn.account._id
      // The browser's previous session would stay in the list of sessions.
      if (browser.session !== null) await endSession({ store, ...parts }, browser.session)
      await limitSessions(id, signedIn.session.hash)
      return {
        user: { ...toOwnUser(signedIn.account), avatar: await avatarOf(id) },
        session: signedIn.session.token,
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

    /** Throws BAD_REQUEST for an invalid link, username or password. The browser is known from then on. */
    async reset(body: ResetBody, browser: Browser): Promise<{ device: string | null }> {
      const isKnownTo = async (userId: string) => (await knownDevice(browser, userId)) !== null
      const { _id } = await resets.reset(body, isKnownTo, browser.address)
      return { device: await rememberDevice(null, _id) }
    },

    /** Throws BAD_REQUEST for an invalid link. Returns the token of a link for a new password. */
    async undo(token: string): Promise<{ account: AccountDoc; token: string }> {
      const { account, link } = await undoing.undo(token)
      return { account, token: await resets.open(account, link) }
    },
  }
}

/** Without the avatar, which is not auth's. */
function toOwnUser(account: AccountDoc): Omit<User, 'avatar'> {
  const { _id: id, username, email, createdAt } = account
  const own = email !== null && { email, ...(email !== confirmedEmail(account) && { emailConfirmed: false as const }) }
  return { id, username, ...own, createdAt }
}

function deviceIdOf(hash: string, userId: string): string {
  return `${hash}:${userId}`
}
