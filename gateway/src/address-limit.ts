export interface AddressLimit {
  /** Returns false, and counts nothing, if the address has all that it may. */
  acquire(address: string): boolean
  release(address: string): void
}

/** Counts what each address has of something, of which it may have `limit` at once. */
export function createAddressLimit(limit: number): AddressLimit {
  const counts = new Map<string, number>()
  return {
    acquire(address) {
      const count = counts.get(address) ?? 0
      if (count >= limit) return false
      counts.set(address, count + 1)
      return true
    },
    release(address) {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    },
  }
}
