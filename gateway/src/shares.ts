export interface Shares {
  /** Returns false, and counts nothing, if the address has all that it may. */
  take(address: string): boolean
  free(address: string): void
}

/** Counts what each address has of something, of which it may have `limit` at once. */
export function createShares(limit: number): Shares {
  const counts = new Map<string, number>()
  return {
    take(address) {
      const count = counts.get(address) ?? 0
      if (count >= limit) return false
      counts.set(address, count + 1)
      return true
    },
    free(address) {
      const left = (counts.get(address) ?? 1) - 1
      if (left > 0) counts.set(address, left)
      else counts.delete(address)
    },
  }
}
