import { MAX_SESSIONS } from '@aangan/contracts/account-constants'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { LIFETIME_MS } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { LRUCache } from 'lru-cache'
import { type Io, type IoSocket, roomOf } from './io.ts'

const MAX_ENDED = 50_000
/** How long a handshake is trusted while the end of its session may have been missed. */
const TRUSTED_MS = 50_000
/** Share of all sockets renewed per check, so that they do not all reconnect at once. */
const RENEWED_SHARE = 1 / 10
const TIMEOUT_MS = 3_000

export interface Sessions extends Subscription {
  /** Whether the session has ended: a handshake in flight at that moment still carries a valid token. */
  isOver(session: string): boolean
  /** Tracks a session until it has no socket here. */
  hold(session: string): void
  /** Broadcasts may have been missed: sockets opened before have to show their session again. */
  doubt(): void
  /** Closes sockets whose session may have ended unnoticed. Call it every second. */
  renew(): void
  /** Asks auth about sessions not checked for a while. Call it every second. Never rejects. */
  check(): Promise<void>
}

/** Closes like a lost connection: clients reconnect, as visitors. Told to disconnect, they would stay away. */
export async function followSessions(io: Io, { bus, log, now }: Pick<Parts, 'bus' | 'log' | 'now'>): Promise<Sessions> {
  const ended = new LRUCache<string, true>({ max: MAX_ENDED, ttl: LIFETIME_MS })
  /** When each session was last known to be valid, oldest first. */
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
      conn.readyState === 'open' && data.userId !== null && issued < doubtedAt && now().getTime() - issued > TRUSTED_MS
    )
  }

  /** At most MAX_SESSIONS; the rest waits for the next checks. */
  function takeDue(): string[] {
    const time = now().getTime()
    const due: string[] = []
    for (const [session, goodAt] of held) {
      if (due.length === MAX_SESSIONS || time - goodAt < TRUSTED_MS) break
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
      for (const { conn } of overdue.slice(0, Math.ceil(sockets.size * RENEWED_SHARE))) conn.close()
    },
    async check() {
      const ids = isAsking ? [] : takeDue()
      if (ids.length === 0) return
      isAsking = true
      try {
        end(await bus.request('sessions.find-ended', { ids }, { timeoutMs: TIMEOUT_MS }))
      } catch (error) {
        log.warn({ err: error, sessions: ids.length }, 'could not check sessions with auth; will retry')
      } finally {
        isAsking = false
      }
    },
    stop: () => listening.stop(),
  }
}
