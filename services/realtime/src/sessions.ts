import { MAX_SESSIONS } from '@aangan/contracts/account-constants'
import { atMost } from '@aangan/service-kit/at-most'
import type { Subscription } from '@aangan/service-kit/bus/bus'
import { LIFETIME_MS } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { LRUCache } from 'lru-cache'
import { type Io, roomOf } from './io.ts'

const MAX_ENDED = 50_000
/** How long a session is taken for valid before auth is asked again. */
const TRUSTED_MS = 50_000
/** How long without the bus, before sockets have to show their session again. */
const UNCHECKED_MS = 60_000
/** Share of all sockets renewed per check, so that they do not all reconnect at once. */
const RENEWED_SHARE = 1 / 10
const TIMEOUT_MS = 3_000
const RETRY_MS = 10_000

export interface Sessions extends Subscription {
  /** Whether the session has ended: a handshake in flight at that moment still carries a valid token. */
  isOver(session: string): boolean
  /** Tracks a session that a socket has just shown, until it has no socket here. */
  hold(session: string): void
  /** Broadcasts may have been missed: all sessions are to be checked. */
  doubt(): void
  /** Closes sockets whose session may have ended unnoticed, and could not be checked. Call it every second. */
  renew(): void
  /** Asks auth about sessions in doubt, or not checked for a while. Call it every second. Never rejects. */
  check(): Promise<void>
}

interface Following extends Pick<Parts, 'bus' | 'log'> {
  /** Monotonic: after a step of the system clock, sessions would not be checked until it has caught up. */
  elapsedMs: () => number
}

/** Closes like a lost connection: clients reconnect, as visitors. Told to disconnect, they would stay away. */
export async function followSessions(io: Io, { bus, log, elapsedMs }: Following): Promise<Sessions> {
  const ended = new LRUCache<string, true>({ ...atMost(MAX_ENDED), ttl: LIFETIME_MS })
  /** When each session was last known to be valid. */
  const held = new Map<string, number>()
  let doubtedAt = 0
  let asksAgainAt = 0
  let isAsking = false
  const { sockets, adapter } = io.of('/')

  const socketsOf = (session: string) =>
    [...(adapter.rooms.get(roomOf.session(session)) ?? [])].flatMap((id) => sockets.get(id) ?? [])

  function end(ids: string[]): void {
    for (const session of ids) {
      ended.set(session, true)
      for (const { conn } of socketsOf(session)) conn.close()
    }
  }

  const listening = await bus.listen({ subjects: ['session.ended'], handle: async ({ data: { ids } }) => end(ids) })

  /** At most MAX_SESSIONS; the rest waits for the next checks. */
  function takeDue(time: number): string[] {
    const due: string[] = []
    for (const [session, goodAt] of held) {
      if (due.length === MAX_SESSIONS) break
      if (!adapter.rooms.has(roomOf.session(session))) held.delete(session)
      else if (goodAt < doubtedAt || time - goodAt >= TRUSTED_MS) due.push(session)
    }
    return due
  }

  return {
    isOver: (session) => ended.has(session),
    hold(session) {
      if ((held.get(session) ?? -1) < doubtedAt) held.set(session, elapsedMs())
    },
    doubt() {
      doubtedAt = elapsedMs()
    },
    renew() {
      if (doubtedAt === 0) return
      const time = elapsedMs()
      const unchecked = [...held].filter(([, goodAt]) => goodAt < doubtedAt && time - goodAt > UNCHECKED_MS)
      const open = unchecked.flatMap(([session]) => socketsOf(session)).filter(({ conn }) => conn.readyState === 'open')
      for (const { conn } of open.slice(0, Math.ceil(sockets.size * RENEWED_SHARE))) conn.close()
    },
    async check() {
      const time = elapsedMs()
      const ids = isAsking || time < asksAgainAt ? [] : takeDue(time)
      if (ids.length === 0) return
      isAsking = true
      try {
        const over = await bus.request('sessions.find-ended', { ids }, { timeoutMs: TIMEOUT_MS })
        for (const id of ids) held.set(id, time)
        end(over)
      } catch (error) {
        asksAgainAt = time + RETRY_MS
        log.warn({ err: error, sessions: ids.length }, 'could not check sessions with auth; will retry')
      } finally {
        isAsking = false
      }
    },
    stop: () => listening.stop(),
  }
}
