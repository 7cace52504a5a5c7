import { createHmac, randomBytes } from 'node:crypto'
import type { Visits } from '@aangan/contracts/releases'

/** Addresses. Then counting begins anew. */
const MOST = 50_000
const HASH_LENGTH = 16

export type Side = 'canary' | 'stable'

export interface Visit {
  side: Side
  page: string
  hasFailed: boolean
}

/** The visits of a canary, and those of stable in the same time. */
export interface Tally {
  /**
   * Returns whether it counts. Of each address only its first page does, so that chance alone decides which of the two
   * it had, at any hour: with one page for each, crowded addresses would soon be used up for the larger one.
   */
  count(address: string, visit: Visit): boolean
  counts(): Record<Side, Visits>
}

/** Nothing is kept but in memory. */
export function createTally(most = MOST): Tally {
  const seen = new Map<string, Visit>()
  let counts = none()

  function begin(address: string, visit: Visit): void {
    if (seen.size >= most) {
      seen.clear()
      counts = none()
    }
    seen.set(address, { ...visit })
    counts[visit.side].visits += 1
    if (visit.hasFailed) counts[visit.side].failed += 1
  }

  return {
    count(address, visit) {
      const known = seen.get(address)
      if (known === undefined) begin(address, visit)
      else if (known.page !== visit.page || known.side !== visit.side || known.hasFailed || !visit.hasFailed)
        return false
      else {
        known.hasFailed = true
        counts[visit.side].failed += 1
      }
      return true
    },
    counts: () => structuredClone(counts),
  }
}

function none(): Record<Side, Visits> {
  return { canary: { visits: 0, failed: 0 }, stable: { visits: 0, failed: 0 } }
}

/** Hides addresses behind a key that only this process has. */
export function createHiding(): (address: string) => string {
  const key = randomBytes(32)
  return (address) => createHmac('sha256', key).update(address).digest('base64url').slice(0, HASH_LENGTH)
}
