import { atMost } from '@aangan/service-kit/at-most'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { LIFETIME_MS } from '@aangan/service-kit/identity'
import { LRUCache } from 'lru-cache'
import type { Io } from './io.ts'
import { socketsOf } from './watching.ts'

const MOST = 50_000

export interface Removals extends Subscription {
  /** A handshake in flight at that moment still carries a valid token. */
  isRemoved(userId: string): boolean
}

/** Closes the sockets of a deleted account. Their sessions end too, but that broadcast may be lost. */
export async function followRemovedAccounts(io: Io, bus: Bus): Promise<Removals> {
  const removed = new LRUCache<string, true>({ ...atMost(MOST), ttl: LIFETIME_MS })
  const following = await bus.follow({
    subjects: ['account.removed'],
    from: 'now',
    handle: async ({ data: { id } }) => {
      removed.set(id, true)
      for (const { conn } of socketsOf(io, id)) conn.close()
    },
  })
  return { isRemoved: (userId) => removed.has(userId), stop: () => following.stop() }
}
