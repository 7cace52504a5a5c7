import { type Io, type PresenceNews, roomOf } from './io.ts'
import { createOnline } from './online.ts'

/** How long a user without a socket counts as online: enough to reload a page or change nodes. */
const GRACE_MS = 5_000
const TICK_MS = 1_000
/** How often a node tells the others all of its users: at 10,000 users 54 kB a second. */
const TELL_ALL_TICKS = 5

interface PresenceParts {
  /** The name of this node. */
  node: string
  /** Whether other nodes hear this one. */
  isShared: boolean
}

/** Each node tells the others who is there, through Redis, and its own sockets who comes and goes anywhere. */
export function createPresence(io: Io, { node, isShared }: PresenceParts) {
  const leaving = new Map<string, NodeJS.Timeout>()
  const online = createOnline({ own: node, onChange: tell })
  let ticksUntilAll = 0

  function tell(userId: string, isOnline: boolean): void {
    const room = roomOf.watchersOf(userId)
    if (io.of('/').adapter.rooms.has(room)) io.local.to(room).emit('presence', { userId, online: isOnline })
  }

  function share(news: Omit<PresenceNews, 'node'>): void {
    if (isShared) io.serverSideEmit('presence', { node, ...news })
  }

  /** Lost news are made up for by the next `all`, and a node that is gone by the end of its lease. */
  function tick(): void {
    const isDue = ticksUntilAll <= 0
    ticksUntilAll = isDue ? TELL_ALL_TICKS - 1 : ticksUntilAll - 1
    share(isDue ? { all: online.at(node) } : {})
    online.tick()
  }

  function hear({ node: other, came, went, all }: PresenceNews): void {
    // A new node knows nobody yet.
    if (!online.renew(other)) ticksUntilAll = 0
    if (all) online.replace(other, all)
    if (came !== undefined) online.add(other, came)
    if (went !== undefined) online.remove(other, went)
  }

  function leave(userId: string): void {
    leaving.delete(userId)
    online.remove(node, userId)
    share({ went: userId })
  }

  io.on('presence', hear)
  const timer = setInterval(tick, TICK_MS)

  return {
    isOnline: online.has,
    came(userId: string): void {
      clearTimeout(leaving.get(userId))
      leaving.delete(userId)
      if (online.isAt(node, userId)) return
      online.add(node, userId)
      share({ came: userId })
    },
    went(userId: string): void {
      if (io.of('/').adapter.rooms.has(roomOf.user(userId)) || leaving.has(userId)) return
      leaving.set(userId, setTimeout(leave, GRACE_MS, userId))
    },
    stop(): void {
      clearInterval(timer)
      for (const timer of leaving.values()) clearTimeout(timer)
      leaving.clear()
    },
  }
}

export type Presence = ReturnType<typeof createPresence>
