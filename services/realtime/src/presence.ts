import type { Parts } from '@aangan/service-kit/parts'
import { type Io, roomOf } from './io.ts'

/** How long a user without a socket counts as online: enough to reload a page or change nodes. */
const GRACE_MS = 5_000

/** Covers all nodes through Redis; without it, only this node. */
export function createPresence(io: Io, log: Parts['log']) {
  const leaving = new Map<string, NodeJS.Timeout>()

  function tell(userId: string, online: boolean): void {
    io.to(roomOf.watchersOf(userId)).emit('presence', { userId, online })
  }

  async function among(userIds: readonly string[]): Promise<string[]> {
    if (userIds.length === 0) return []
    const rooms = userIds.map(roomOf.user)
    const sockets = await io
      .in(rooms)
      .fetchSockets()
      .catch((error: unknown) => {
        log.warn({ err: error }, 'could not query presence on other nodes')
        return io.local.in(rooms).fetchSockets()
      })
    const online = new Set(sockets.map(({ data }) => data.userId))
    return userIds.filter((userId) => online.has(userId))
  }

  async function leave(userId: string): Promise<void> {
    leaving.delete(userId)
    const [online] = await among([userId])
    // They may have reconnected during the query.
    if (online === undefined && countOf(io, userId) === 0) tell(userId, false)
  }

  return {
    among,
    came(userId: string): void {
      const timer = leaving.get(userId)
      clearTimeout(timer)
      leaving.delete(userId)
      if (timer === undefined && countOf(io, userId) === 1) tell(userId, true)
    },
    went(userId: string): void {
      if (countOf(io, userId) > 0 || leaving.has(userId)) return
      const end = () =>
        void leave(userId).catch((error: unknown) => log.warn({ err: error }, 'could not broadcast presence'))
      leaving.set(userId, setTimeout(end, GRACE_MS))
    },
    stop(): void {
      for (const timer of leaving.values()) clearTimeout(timer)
      leaving.clear()
    },
  }
}

function countOf(io: Io, userId: string): number {
  return io.of('/').adapter.rooms.get(roomOf.user(userId))?.size ?? 0
}

export type Presence = ReturnType<typeof createPresence>
