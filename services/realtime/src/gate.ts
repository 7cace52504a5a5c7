import type { IncomingMessage } from 'node:http'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { Socket as Connection, Server as Engine } from 'engine.io'
import type { FastifyRequest } from 'fastify'
import type { RealtimeConfig } from './config.ts'

export interface Caller {
  /** Null for a visitor. */
  identity: Identity | null
  address: string
}

const NO_LIVE_MESSAGES = 'Live messages are not available right now. They will resume on their own.'
const TOO_MANY = 'Too many pages of this site are open at once. Close some of them.'

/** Sockets of an address that are not of signed-in people; our pages open none. */
const VISITORS_PER_ADDRESS = 200
/** Of a node's sockets, the share that visitors of many addresses can use up. */
const VISITORS_SHARE = 0.5
/** Sockets of a person whose address has used up its own. */
const OWN_SOCKETS = 2

const ALL_VISITORS = 'visitors'

type Limits = Pick<RealtimeConfig, 'SOCKET_LIMIT' | 'SOCKETS_PER_ADDRESS' | 'SOCKETS_PER_USER'>

export function createGate(engine: Engine, limits: Limits) {
  const callers = new WeakMap<IncomingMessage, Caller>()
  const counts = new Map<string, number>()
  let isClosed = false
  // Called for each new session. Checks what `admit` let in, since Engine.IO may parse a query differently.
  engine.opts.allowRequest = (request, done) => done(null, callers.has(request))

  engine.on('connection', (connection: Connection) => {
    const caller = callerOf(connection.request)
    const { identity } = caller
    const keys = [addressKey(caller), ...(identity ? [userKey(identity)] : [visitorsKey(caller), ALL_VISITORS])]
    for (const key of keys) counts.set(key, countOf(key) + 1)
    connection.once('close', () => {
      for (const key of keys)
        if (countOf(key) > 1) counts.set(key, countOf(key) - 1)
        else counts.delete(key)
    })
  })

  function countOf(key: string): number {
    return counts.get(key) ?? 0
  }

  function callerOf(raw: IncomingMessage): Caller {
    return callers.get(raw) ?? { identity: null, address: '' }
  }

  function isFull({ identity }: Caller): boolean {
    const most = limits.SOCKET_LIMIT
    return (
      engine.clientsCount >= most || (identity === null && countOf(ALL_VISITORS) >= Math.ceil(most * VISITORS_SHARE))
    )
  }

  function isAddressFull(caller: Caller): boolean {
    return countOf(addressKey(caller)) >= limits.SOCKETS_PER_ADDRESS
  }

  function isVisitorTooMany(caller: Caller): boolean {
    return isAddressFull(caller) || countOf(visitorsKey(caller)) >= VISITORS_PER_ADDRESS
  }

  function isPersonTooMany(caller: Caller, identity: Identity): boolean {
    const count = countOf(userKey(identity))
    return count >= limits.SOCKETS_PER_USER || (isAddressFull(caller) && count >= OWN_SOCKETS)
  }

  function check({ isIdentityKnown }: FastifyRequest, caller: Caller): void {
    // With an unknown identity, it would stay a visitor's connection and get no events for as long as it lasts.
    if (isClosed || isFull(caller) || !isIdentityKnown)
      throw new AppError('UNAVAILABLE', NO_LIVE_MESSAGES, { retryAfterS: 5 })
    const isTooMany = caller.identity === null ? isVisitorTooMany(caller) : isPersonTooMany(caller, caller.identity)
    if (isTooMany) throw new AppError('TOO_MANY_REQUESTS', TOO_MANY, { retryAfterS: 5 })
  }

  return {
    callerOf,
    /** Throws UNAVAILABLE or TOO_MANY_REQUESTS if the request may not open a connection. */
    admit(request: FastifyRequest): void {
      const forwarded = request.headers['x-forwarded-for']
      const caller = { identity: request.identity, address: rateLimitKey(forwarded?.toString() ?? request.ip ?? '') }
      check(request, caller)
      callers.set(request.raw, caller)
    },
    close(): void {
      isClosed = true
    },
    isClosed: () => isClosed,
  }
}

export type Gate = ReturnType<typeof createGate>

function addressKey({ address }: Caller): string {
  return `address ${address}`
}

function visitorsKey({ address }: Caller): string {
  return `visitors of ${address}`
}

function userKey({ id }: Identity): string {
  return `user ${id}`
}
