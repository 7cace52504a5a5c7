import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import type { Audience } from '@aangan/contracts/services'
import { atMost } from '@aangan/service-kit/at-most'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { isAppError } from '@aangan/service-kit/errors'
import { type Identity, type IdentitySigner, LIFETIME_MS, openMint } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { hashToken, TOKEN_PATTERN } from '@aangan/service-kit/tokens'
import type { Upstream } from '@aangan/service-kit/upstream'
import { LRUCache } from 'lru-cache'

/** Who sent a request. `isKnown` is false if the lookup failed. */
export interface Caller {
  /** Null for a visitor. */
  userId: string | null
  isKnown: boolean
  /** Proves to that service, and no other, who calls; null for a visitor. */
  tokenFor(service: Audience): string | null
}

export const VISITOR: Caller = { userId: null, isKnown: true, tokenFor: () => null }
const UNKNOWN: Caller = { ...VISITOR, isKnown: false }
const NOBODY: Tokens = { caller: VISITOR, until: 0 }

/** How long a lookup is cached. Usually the bus announces the end of a session sooner. */
const CACHED_MS = 60_000
/** Tokens that expire sooner are renewed. */
const SPARE_MS = 60_000
/** JWT times are whole seconds. */
const JWT_UNIT_MS = 1_000
const MAX_CACHED = 50_000
const TIMEOUT_MS = 3_000
/** After a timeout, auth is not asked for this long, so requests do not wait one after another. */
const PAUSE_MS = 2_000
const TOKEN = new RegExp(`(?:^|; ?)${SESSION_COOKIE}=(${TOKEN_PATTERN})(?:;|$)`)

interface Tokens {
  /** A visitor if there is no such session. */
  caller: Caller
  /** When the caller's tokens expire, however late they were signed; in epoch milliseconds, since the services compare it with their clocks. */
  until: number
}

/** `askedAt` is on the monotonic clock. */
type Known = Tokens & { askedAt: number }

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

export interface Sessions {
  /** Never rejects. */
  callerOf(cookie: string | undefined): Caller | Promise<Caller>
  /** The user's id without a lookup: null for a visitor, undefined if the session was not looked up yet. */
  personOf(cookie: string | undefined): string | null | undefined
  /** Evicts it from the cache. */
  forget(cookie: string | undefined): void
}

interface Parts {
  auth: Upstream
  bus: Bus
  identity: IdentitySigner
  now: () => Date
  /** Monotonic, for intervals: a step of the system clock must not lengthen them. */
  elapsedMs?: (() => number) | undefined
}

/** Auth is asked once a minute per session; while it is down, known sessions keep their token until it expires. */
export async function exchangeSessions(
  app: App,
  { auth, bus, identity, now, elapsedMs = () => performance.now() }: Parts,
): Promise<Sessions> {
  const mint = openMint(identity)
  const known = new LRUCache<string, Known>(atMost(MAX_CACHED))
  // Not with their sessions, each of which may have six: 20 MB at most, and signing one again takes 35 µs.
  const tokens = new LRUCache<string, string>(atMost(MAX_CACHED))
  // A session that ends during a lookup must not be cached again by its response.
  const ended = new LRUCache<string, true>({ ...atMost(MAX_CACHED), ttl: LIFETIME_MS })
  const inFlight = new Map<string, Promise<Known>>()
  let pausedUntil = 0

  const listening = await bus.listen({
    subjects: ['session.ended'],
    async handle({ data }) {
      for (const hash of data.ids) {
        ended.set(hash, true)
        known.delete(hash)
      }
    },
  })
  app.addHook('onClose', () => listening.stop())

  async function ask(hash: string): Promise<Known> {
    const askedAt = elapsedMs()
    const time = now().getTime()
    const userId = await findSession(auth, hash)
    const found = { ...(userId === null ? NOBODY : tokensOf({ id: userId, session: hash }, time)), askedAt }
    known.set(hash, found)
    return found
  }

  function tokensOf(identity: Omit<Identity, 'token'>, time: number): Tokens {
    const last = known.get(identity.session)
    if (last !== undefined && last.until - time > SPARE_MS) return last
    const until = Math.floor((time + LIFETIME_MS) / JWT_UNIT_MS) * JWT_UNIT_MS
    function tokenFor(service: Audience): string {
      const key = `${identity.session} ${service} ${until}`
      const token = tokens.get(key) ?? mint(identity, service, until)
      tokens.set(key, token)
      return token
    }
    return { caller: { userId: identity.id, isKnown: true, tokenFor }, until }
  }

  function isExpired({ caller, until }: Known): boolean {
    return caller !== VISITOR && until <= now().getTime()
  }

  async function askedCaller(hash: string, last: Known | undefined): Promise<Caller> {
    let found = last
    let isAnswered = false
    if (elapsedMs() >= pausedUntil) {
      const answer = inFlight.get(hash) ?? ask(hash).finally(() => inFlight.delete(hash))
      inFlight.set(hash, answer)
      try {
        found = await answer
        isAnswered = true
      } catch (error) {
        if (isAppError(error) && error.code === 'UPSTREAM_TIMED_OUT') pausedUntil = elapsedMs() + PAUSE_MS
        app.log.warn({ err: error }, 'could not look up a session in auth')
      }
    }
    if (found === undefined) return UNKNOWN
    if (!isAnswered && isExpired(found)) return UNKNOWN
    return ended.has(hash) ? VISITOR : found.caller
  }

  // Synchronous for cached sessions, that is for nearly every request.
  function callerOf(cookie: string | undefined): Caller | Promise<Caller> {
    const hash = hashIn(cookie)
    if (hash === null || ended.has(hash)) return VISITOR
    const found = known.get(hash)
    if (found === undefined || elapsedMs() - found.askedAt > CACHED_MS || isExpired(found))
      return askedCaller(hash, found)
    return found.caller
  }

  app.decorateRequest('caller')
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const caller = callerOf(request.headers.cookie)
    if (caller instanceof Promise) {
      caller.then((found) => {
        request.caller = found
        done()
      }, done)
      return
    }
    request.caller = caller
    done()
  })
  return {
    callerOf,
    personOf(cookie) {
      const hash = hashIn(cookie)
      return hash === null || ended.has(hash) ? null : known.get(hash)?.caller.userId
    },
    forget(cookie) {
      const hash = hashIn(cookie)
      if (hash !== null) known.delete(hash)
    },
  }
}

function hashIn(cookie: string | undefined): string | null {
  const token = cookie === undefined ? undefined : TOKEN.exec(cookie)?.[1]
  return token === undefined ? null : hashToken(token)
}

/** The id of the session's user; null if there is none. Throws if auth fails. */
async function findSession(auth: Upstream, hash: string): Promise<string | null> {
  const { status, body } = await auth.post('/sessions/find', { json: { hash }, timeoutMs: TIMEOUT_MS })
  if (status === 404) return null
  if (status === 200) return JSON.parse(body.toString('utf8')).userId
  throw new Error(`auth returned ${status} for /sessions/find; expected 200 or 404`)
}
