import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'
import type { Sessions } from './sessions.ts'

/** Whose limits a request counts against. Thousands of people may share an address. */
export interface LimitKeys {
  address: string
  /** The id of the signed-in user; null for visitors, and for sessions that were not looked up yet. */
  person(): string | null
}

export function limitKeysOf(
  { sender, headers }: Pick<FastifyRequest, 'sender' | 'headers'>,
  sessions: Sessions,
): LimitKeys {
  return { address: rateLimitKey(sender.address), person: () => sessions.personOf(headers.cookie) ?? null }
}
