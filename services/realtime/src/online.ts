/** Longer than a busy node pauses. */
const LEASE_TICKS = 10

interface Lease {
  users: Set<string>
  silentTicks: number
}

interface OnlineParts {
  /** The name of this node, whose users need no renewal. */
  own: string
  /** Called when somebody comes to a first node, or leaves the last one. */
  onChange(userId: string, online: boolean): void
}

/**
 * Who is online at which node. The users of another node end with its lease, LEASE_TICKS after it was last heard. Ticks
 * are counted and no time is measured: a process that was suspended has not missed anybody meanwhile.
 */
export function createOnline({ own, onChange }: OnlineParts) {
  const leases = new Map<string, Lease>()

  function has(userId: string): boolean {
    for (const { users } of leases.values()) if (users.has(userId)) return true
    return false
  }

  function leaseOf(node: string): Lease {
    const lease = leases.get(node) ?? { users: new Set(), silentTicks: 0 }
    leases.set(node, lease)
    return lease
  }

  function add(node: string, userId: string): void {
    const wasOnline = has(userId)
    leaseOf(node).users.add(userId)
    if (!wasOnline) onChange(userId, true)
  }

  function remove(node: string, userId: string): void {
    if (leaseOf(node).users.delete(userId) && !has(userId)) onChange(userId, false)
  }

  function replace(node: string, userIds: Iterable<string>): void {
    const next = new Set(userIds)
    const { users } = leaseOf(node)
    for (const id of users) if (!next.has(id)) remove(node, id)
    for (const id of next) if (!users.has(id)) add(node, id)
  }

  return {
    has,
    add,
    remove,
    replace,
    isAt: (node: string, userId: string) => leases.get(node)?.users.has(userId) === true,
    at: (node: string) => [...(leases.get(node)?.users ?? [])],
    /** Renews the lease of a node. Returns false if it was unknown. */
    renew(node: string): boolean {
      const isKnown = leases.has(node)
      leaseOf(node).silentTicks = 0
      return isKnown
    },
    /** Ends the leases of silent nodes. */
    tick(): void {
      for (const [node, lease] of leases) {
        if (node === own) continue
        lease.silentTicks += 1
        if (lease.silentTicks < LEASE_TICKS) continue
        replace(node, [])
        leases.delete(node)
      }
    },
  }
}
