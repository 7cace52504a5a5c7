import type { FastifyRequest } from 'fastify'
import { rateLimitKey } from './rate-limit-key.ts'

/** For whom work is done, so that one client's work cannot delay everybody's. */
export interface Client {
  /** Rate limit key. */
  address: string
  /** Id; null for a visitor. */
  user: string | null
  /** Aborted once nobody waits for the response. */
  signal?: AbortSignal
}

/** Set by the gateway, or by a service that asks on a client's behalf. */
export const CLIENT_ADDRESS_HEADER = 'x-forwarded-for'

/** Trusts the address header: only the gateway and other services can reach a service. */
export function clientAddress({ headers, sender }: Pick<FastifyRequest, 'headers' | 'sender'>): string {
  return String(headers[CLIENT_ADDRESS_HEADER] ?? sender.address)
}

export function clientOf(request: FastifyRequest): Client {
  const { identity, method } = request
  const address = rateLimitKey(clientAddress(request))
  const client = { address, user: identity?.id ?? null }
  // Writes are carried out even if their client has left; and for them Fastify aborts once the body was read.
  return method === 'GET' || method === 'HEAD' ? { ...client, signal: request.signal } : client
}
