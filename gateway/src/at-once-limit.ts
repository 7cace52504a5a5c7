import { type AddressLimit, createAddressLimit } from './address-limit.ts'
import type { LimitKeys } from './limit-keys.ts'

/**
 * Limits what an address has at once. Once that is used up, each signed-in person may still have `perPerson`, which no
 * neighbour can use up.
 * @returns null if they may have no more, else a function that gives it back
 */
export function limitAtOnce({ perAddress, perPerson }: { perAddress: number; perPerson: number }) {
  const ofAddress = createAddressLimit(perAddress)
  const ofPerson = createAddressLimit(perPerson)
  const take = (limit: AddressLimit, key: string) => (limit.acquire(key) ? () => limit.release(key) : null)
  return ({ address, person }: LimitKeys): (() => void) | null => {
    const taken = take(ofAddress, address)
    if (taken !== null) return taken
    const id = person()
    return id === null ? null : take(ofPerson, id)
  }
}
