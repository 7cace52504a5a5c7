export interface AddressLimit {
  /** Returns false, and counts nothing, if the key has all that it may. */
  acquire(key: string): boolean
  release(key: string): void
}

/** Counts what each address (or person) has of something, of which it may have `limit` at once. */
export function createAddressLimit(limit: number): AddressLimit {
  const counts = new Map<string, number>()
  return {
    acquire(key) {
      const count = counts.get(key) ?? 0
      if (count >= limit) return false
      counts.set(key, count + 1)
      return true
    },
    release(key) {
      const left = (counts.get(key) ?? 1) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    },
  }
}
