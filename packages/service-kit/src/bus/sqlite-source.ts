import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Taken } from './deliver.ts'
import { describeError } from './parked.ts'
import { type Claim, createCursor } from './sqlite-cursor.ts'
import { whenFree } from './sqlite-file.ts'
import type { SqliteHub } from './sqlite-hub.ts'
import { originalId, originalSubject } from './sqlite-replays.ts'
import type { Source } from './worker.ts'

/** For an event that is due but is just being claimed by another process. */
const SHORTEST_WAIT_MS = 20
const LONGEST_WAIT_MS = 5_000

export async function createSqliteSource(
  hub: SqliteHub,
  durable: string,
  subjects: readonly string[],
  times: { leaseMs: number; lastDelayMs: number },
): Promise<Source> {
  const cursor = createCursor(hub.db, durable, times)
  await whenFree(hub.db, () => cursor.ask(subjects))
  let stopped = false
  let wake = () => {}
  const unwatch = hub.watch(() => wake())

  async function waitForMore(): Promise<void> {
    const due = cursor.nextDue()
    const ms = Math.max((due ?? Number.POSITIVE_INFINITY) - Date.now(), SHORTEST_WAIT_MS)
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.min(ms, LONGEST_WAIT_MS))
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  return {
    async next() {
      // The log is read synchronously: without this, a backlog would block requests and timers until its end.
      await nextTurn()
      if (stopped) return null
      const claim = await whenFree(hub.db, () => cursor.take())
      if (claim) return taken(cursor, claim, hub.db)
      await waitForMore()
      return null
    },
    async stop() {
      stopped = true
      unwatch()
      wake()
    },
    async settle() {},
  }
}

function taken(cursor: ReturnType<typeof createCursor>, claim: Claim, db: DatabaseSyncInstance): Taken {
  const { id, subject, data, attempt, outages, at } = claim
  // A slow handler may end after the bus was closed; its event is redelivered.
  async function ifOpen(act: () => void): Promise<void> {
    if (db.isOpen) await whenFree(db, act)
  }
  return {
    id: originalId(id),
    subject: originalSubject(subject),
    text: data,
    publishedAt: at,
    attempt,
    outages,
    done: () => ifOpen(() => cursor.done(claim)),
    again: (delayMs) => ifOpen(() => cursor.again(claim, delayMs)),
    postpone: (delayMs) => ifOpen(() => cursor.postpone(claim, delayMs)),
    park: (error) => ifOpen(() => cursor.park(claim, describeError(error))),
  }
}
