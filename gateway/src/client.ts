import { rateLimitKey } from '@aangan/service-kit/rate-limit-key'
import type { FastifyRequest } from 'fastify'
import { type AddressLimit, createAddressLimit } from './address-limit.ts'
import type { Sessions } from './sessions.ts'

/** Whom a request counts for. Thousands of people may share an address. */
export interface Client {
  address: string
  /** The id of the signed-in user; null for visitors, and for sessions that were not looked up yet. */
  person(): string | null
}

export function clientOf({ sender, headers }: Pick<FastifyRequest, 'sender' | 'headers'>, sessions: Sessions): Client {
  return { address: rateLimitKey(sender.address), person: () => sessions.personOf(headers.cookie) ?? null }
}

/**
 * Limits what an address has at once. Once that is used up, each signed-in person may still have `perPerson`, which no
 * neighbour can use up.
 * @returns null if the client may have no more, else a function that gives it back
 */
export function limitAtOnce({ perAddress, perPerson }: { perAddress: number; perPerson: number }) {
  const ofAddress = createAddressLimit(perAddress)
  const ofPerson = createAddressLimit(perPerson)
  const take = (limit: AddressLimit, key: string) => (limit.acquire(key) ? () => limit.release(key) : null)
  return ({ address, person }: Client): (() => void) | null => {
    const taken = take(ofAddress, address)
    if (taken !== null) return taken
    const id = person()
    return id === null ? null : take(ofPerson, id)
  }
}
