import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { LIFETIME_MS } from '@aangan/service-kit/identity'
import { LRUCache } from 'lru-cache'
import { type Io, type IoSocket, roomOf } from './io.ts'

const REMEMBERED = 50_000
/** How old a signed-in handshake may become while the end of a session may have gone unheard. */
const BELIEVED_MS = 50_000
/** A part of all sockets that is renewed at one look, so that they do not all come back at once. */
const AT_ONCE = 1 / 10

export interface Sessions extends Subscription {
  /** Whether this session has ended: a handshake that was under way when it did still says that it is good. */
  isOver(session: string): boolean
  /** What was told until now may not have been heard: sockets from before have to show their session again. */
  doubt(): void
  /** Closes sockets whose session may have ended unheard. Call it every second. */
  renew(): void
}

/**
 * Ends sockets with their session. They are closed as a lost connection is, so that their clients come back, as visitors;
 * a client told to disconnect would stay away.
 */
export async function followSessions(io: Io, bus: Bus, now: () => Date): Promise<Sessions> {
  const ended = new LRUCache<string, true>({ max: REMEMBERED, ttl: LIFETIME_MS })
  let doubtedAt = 0
  const { sockets, adapter } = io.of('/')

  const listening = await bus.listen({
    subjects: ['session.ended'],
    async handle({ data: { ids } }) {
      for (const session of ids) {
        ended.set(session, true)
        for (const id of adapter.rooms.get(roomOf.session(session)) ?? []) sockets.get(id)?.conn.close()
      }
    },
  })

  function isOverdue({ conn, data, handshake }: IoSocket): boolean {
    const { issued } = handshake
    return (
      conn.readyState === 'open' && data.userId !== null && issued < doubtedAt && now().getTime() - issued > BELIEVED_MS
    )
  }

  return {
    isOver: (session) => ended.has(session),
    doubt() {
      doubtedAt = now().getTime()
    },
    renew() {
      if (doubtedAt === 0) return
      const overdue = [...sockets.values()].filter(isOverdue)
      for (const { conn } of overdue.slice(0, Math.ceil(sockets.size * AT_ONCE))) conn.close()
    },
    stop: () => listening.stop(),
  }
}
