import { MAX_SESSIONS } from '@aangan/contracts/account-constants'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { LIFETIME_MS } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { LRUCache } from 'lru-cache'
import { type Io, type IoSocket, roomOf } from './io.ts'

const REMEMBERED = 50_000
/** How old a signed-in handshake may become while the end of a session may have gone unheard. */
const BELIEVED_MS = 50_000
/** A part of all sockets that is renewed at one look, so that they do not all come back at once. */
const AT_ONCE = 1 / 10
const ASK_MS = 3_000

export interface Sessions extends Subscription {
  /** Whether this session has ended: a handshake that was under way when it did still says that it is good. */
  isOver(session: string): boolean
  /** Follows a session that has a socket here, until it has none. */
  hold(session: string): void
  /** What was told until now may not have been heard: sockets from before have to show their session again. */
  doubt(): void
  /** Closes sockets whose session may have ended unheard. Call it every second. */
  renew(): void
  /** Asks auth about sessions that it was not asked about for a while. Call it every second. Never rejects. */
  check(): Promise<void>
}

/**
 * Ends sockets with their session. They are closed as a lost connection is, so that their clients come back, as visitors;
 * a client told to disconnect would stay away.
 */
export async function followSessions(io: Io, { bus, log, now }: Pick<Parts, 'bus' | 'log' | 'now'>): Promise<Sessions> {
  const ended = new LRUCache<string, true>({ max: REMEMBERED, ttl: LIFETIME_MS })
  /** When a session was known to be good, the longest ago first. */
  const held = new Map<string, number>()
  let doubtedAt = 0
  let isAsking = false
  const { sockets, adapter } = io.of('/')

  function end(ids: string[]): void {
    for (const session of ids) {
      ended.set(session, true)
      for (const id of adapter.rooms.get(roomOf.session(session)) ?? []) sockets.get(id)?.conn.close()
    }
  }

  const listening = await bus.listen({ subjects: ['session.ended'], handle: async ({ data: { ids } }) => end(ids) })

  function isOverdue({ conn, data, handshake }: IoSocket): boolean {
    const { issued } = handshake
    return (
      conn.readyState === 'open' && data.userId !== null && issued < doubtedAt && now().getTime() - issued > BELIEVED_MS
    )
  }

  /** At most MAX_SESSIONS: whatever came at once is asked about in several looks. */
  function takeDue(): string[] {
    const time = now().getTime()
    const due: string[] = []
    for (const [session, goodAt] of held) {
      if (due.length === MAX_SESSIONS || time - goodAt < BELIEVED_MS) break
      held.delete(session)
      if (!adapter.rooms.has(roomOf.session(session))) continue
      held.set(session, time)
      due.push(session)
    }
    return due
  }

  return {
    isOver: (session) => ended.has(session),
    hold(session) {
      if (!held.has(session)) held.set(session, now().getTime())
    },
    doubt() {
      doubtedAt = now().getTime()
    },
    renew() {
      if (doubtedAt === 0) return
      const overdue = [...sockets.values()].filter(isOverdue)
      for (const { conn } of overdue.slice(0, Math.ceil(sockets.size * AT_ONCE))) conn.close()
    },
    async check() {
      const ids = isAsking ? [] : takeDue()
      if (ids.length === 0) return
      isAsking = true
      try {
        end(await bus.request('sessions.find-ended', { ids }, { timeoutMs: ASK_MS }))
      } catch (error) {
        log.warn({ err: error, sessions: ids.length }, 'auth did not say which sessions have ended; asked again later')
      } finally {
        isAsking = false
      }
    },
    stop: () => listening.stop(),
  }
}
