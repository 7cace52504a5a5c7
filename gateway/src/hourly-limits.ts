import { AppError } from '@aangan/service-kit/errors'
import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'
import type { GatewayConfig } from './config.ts'
import { limitCreations, type Reservation } from './creation-limit.ts'
import type { LimitKeys } from './limit-keys.ts'

const HOUR_MS = 3_600_000
/** Reports an hour of a signed-in person whose address has used up its own. */
export const REPORTS_PER_PERSON = 5
const CREATED = 201

interface Kind {
  path: RegExp
  perAddress: number
  /** 0 if only visitors do it. */
  perPerson: number
  what: string
}

export type Settle = (status: number | null) => void

/** The response's status, or null if there is none, is to be given to the returned function. */
export interface HourlyLimits {
  /** Null for requests without an hourly limit. Rejects with TOO_MANY_REQUESTS. Call it once the body has arrived. */
  reserve(request: FastifyRequest): Promise<Settle> | null
}

export function createHourlyLimits({ REPORT_LIMIT, REGISTER_LIMIT }: GatewayConfig): HourlyLimits {
  const kinds = [
    {
      path: /^\/(posts|messages)\/[^/]+\/reports$/,
      perAddress: REPORT_LIMIT,
      perPerson: Math.min(REPORTS_PER_PERSON, REPORT_LIMIT),
      what: 'reports',
    },
    { path: /^\/auth\/register$/, perAddress: REGISTER_LIMIT, perPerson: 0, what: 'new accounts' },
  ].map((kind) => ({ ...kind, take: createHourlyLimit(kind) }))
  return {
    reserve(request) {
      if (request.method !== 'POST') return null
      const path = pathOf(request.url)
      const kind = kinds.find((one) => one.path.test(path))
      return kind === undefined ? null : reserve(kind, request)
    },
  }
}

async function reserve(
  { take, what }: { take: (keys: LimitKeys) => Promise<Reservation>; what: string },
  { sender, caller }: FastifyRequest,
): Promise<Settle> {
  const { waitMs, settle } = await take({ address: rateLimitKey(sender.address), person: () => caller.userId })
  if (settle === null) throw tooMany(what, waitMs)
  let isSettled = false
  return (status) => {
    // A response may begin and then break off.
    if (!isSettled) settle(status === CREATED)
    isSettled = true
  }
}

export function createHourlyLimit(
  { perAddress, perPerson }: Pick<Kind, 'perAddress' | 'perPerson'>,
  now?: () => number,
): (keys: LimitKeys) => Promise<Reservation> {
  const ofAddress = limitCreations({ limit: perAddress, windowMs: HOUR_MS, now })
  const ofPerson = limitCreations({ limit: perPerson, windowMs: HOUR_MS, now })
  return async ({ address, person }) => {
    const taken = await ofAddress(address)
    const id = person()
    return taken.settle === null && id !== null ? await ofPerson(id) : taken
  }
}

function tooMany(what: string, waitMs: number): AppError {
  const message = `Too many ${what} from your internet connection. Try again in ${waitOf(waitMs)}.`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: Math.ceil(waitMs / 1_000), limit: what })
}

/** Decoded, as the service's router does: a percent-encoded path must not bypass the limit. */
function pathOf(url: string): string {
  const [path = ''] = url.split('?', 1)
  return decodeURIComponent(path)
}

function waitOf(ms: number): string {
  const minutes = Math.ceil(ms / 60_000)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
