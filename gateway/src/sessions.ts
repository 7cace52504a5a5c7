import { SESSION_COOKIE } from '@aangan/contracts/account-constants'
import type { Bus } from '@aangan/service-kit/bus/bus'
import { isAppError } from '@aangan/service-kit/errors'
import { type Identity, type IdentitySigner, LIFETIME_MS, mintToken, registerJwt } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { hashToken, TOKEN_PATTERN } from '@aangan/service-kit/tokens'
import type { Upstream } from '@aangan/service-kit/upstream'
import { LRUCache } from 'lru-cache'

/** Who a request is from: the services' token, null for a visitor, or that it could not be found out. */
export type Caller = { token: string | null; isKnown: boolean }

const VISITOR: Caller = { token: null, isKnown: true }
const UNKNOWN: Caller = { token: null, isKnown: false }
const NOBODY = { token: null, tokenUntil: 0 }

/** How long an answer of auth is believed without the bus, which tells at once when a session ends. */
const BELIEVED_MS = 60_000
/** A token with less left is made anew. */
const SPARE_MS = 60_000
/** Its times are whole seconds. */
const JWT_ROUNDING_MS = 1_000
const REMEMBERED = 50_000
const ASK_MS = 3_000
/** While auth hangs, requests do not wait for it one after the other. */
const HANGS_MS = 2_000
const TOKEN = new RegExp(`(?:^|; ?)${SESSION_COOKIE}=(${TOKEN_PATTERN})(?:;|$)`)

interface Known {
  /** Null where there is no such session. */
  token: string | null
  askedAt: number
  tokenUntil: number
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

export interface Sessions {
  /** Whose a request with this `Cookie` header is. Never rejects. */
  callerOf(cookie: string | undefined): Caller | Promise<Caller>
  /** Asks auth anew at this session's next request. */
  forget(cookie: string | undefined): void
}

interface Parts {
  auth: Upstream
  bus: Bus
  identity: IdentitySigner
  now: () => Date
}

/**
 * Exchanges the session of each request's cookie for a token that services believe: `request.caller`. Auth is asked once a
 * minute for each session; while it is away, who is known stays so for as long as a token is good. Call it before routes
 * are added.
 */
export async function exchangeSessions(app: App, { auth, bus, identity, now }: Parts): Promise<Sessions> {
  registerJwt(app, identity)
  const known = new LRUCache<string, Known>({ max: REMEMBERED })
  // One that ends while auth is asked must not come back with the answer.
  const ended = new LRUCache<string, true>({ max: REMEMBERED, ttl: LIFETIME_MS })
  const asking = new Map<string, Promise<Known>>()
  let hangsUntil = 0

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
    const askedAt = now().getTime()
    const userId = await findSession(auth, hash)
    const found = userId === null ? NOBODY : tokenFor({ id: userId, session: hash }, askedAt)
    known.set(hash, { ...found, askedAt })
    return { ...found, askedAt }
  }

  function tokenFor(identity: Identity, time: number): Omit<Known, 'askedAt'> {
    const last = known.get(identity.session)
    if (last?.token && last.tokenUntil - time > SPARE_MS) return last
    return { token: mintToken(app, identity), tokenUntil: time + LIFETIME_MS - JWT_ROUNDING_MS }
  }

  async function askedCaller(hash: string, last: Known | undefined): Promise<Caller> {
    const time = now().getTime()
    let found = last
    let isAnswered = false
    if (time >= hangsUntil) {
      const answer = asking.get(hash) ?? ask(hash).finally(() => asking.delete(hash))
      asking.set(hash, answer)
      try {
        found = await answer
        isAnswered = true
      } catch (error) {
        if (isAppError(error) && error.code === 'UPSTREAM_TIMED_OUT') hangsUntil = now().getTime() + HANGS_MS
        app.log.warn({ err: error }, 'auth could not be asked whose session this is')
      }
    }
    if (found === undefined) return UNKNOWN
    if (!isAnswered && found.token !== null && found.tokenUntil <= time) return UNKNOWN
    return ended.has(hash) ? VISITOR : { token: found.token, isKnown: true }
  }

  // At once where auth need not be asked, as for nearly every request.
  function callerOf(cookie: string | undefined): Caller | Promise<Caller> {
    const hash = hashIn(cookie)
    if (hash === null || ended.has(hash)) return VISITOR
    const found = known.get(hash)
    if (found === undefined || now().getTime() - found.askedAt > BELIEVED_MS) return askedCaller(hash, found)
    return { token: found.token, isKnown: true }
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

/** The id of whom the session belongs to; null where there is none. Throws where auth does not say. */
async function findSession(auth: Upstream, hash: string): Promise<string | null> {
  const { status, body } = await auth.post('/sessions/find', { json: { hash }, timeoutMs: ASK_MS })
  if (status === 404) return null
  if (status === 200) return JSON.parse(body.toString('utf8')).userId
  throw new Error(`auth answered ${status}`)
}
