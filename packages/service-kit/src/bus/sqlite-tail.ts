import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Entry, Missing, Tail } from './follow.ts'
import type { SqliteHub } from './sqlite-hub.ts'

/** Fallback for a missed wake-up. */
const LONGEST_WAIT_MS = 5_000

const NEXT = `
  SELECT e.seq AS position, e.id, e.subject, e.data AS text FROM events e WHERE e.seq = (
    SELECT min((SELECT min(seq) FROM events WHERE subject = s.value AND seq > ?)) FROM json_each(?) s)`

const REMOVED = 'SELECT max(seq) AS seq FROM removed WHERE subject IN (SELECT value FROM json_each(?))'
const END = "SELECT max(seq) AS seq FROM sqlite_sequence WHERE name = 'events'"

export function createSqliteTail(hub: SqliteHub, subjects: readonly string[]): Tail {
  const log = createReader(hub.db, JSON.stringify(subjects))
  let reportedUpTo = 0
  let stopped = false
  let wake = () => {}
  const unwatch = hub.watch(() => wake())

  async function waitForMore(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST_WAIT_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function readNext(after: number): Entry | Missing | undefined {
    // Read first: an event that another process removes meanwhile is then reported, never skipped.
    const entry = log.next(after)
    // The log was restored from an older copy, or recreated.
    const end = log.end()
    if (end < after) return { missing: true, position: 0, end }
    const removed = log.removed()
    if (removed <= Math.max(after, reportedUpTo)) return entry
    reportedUpTo = removed
    return { missing: true, position: after, end }
  }

  return {
    async end() {
      const end = log.end()
      await hub.onDisk(end)
      return end
    },
    async next(after) {
      // The log is read synchronously: without this, a backlog would block requests and timers until its end.
      await nextTurn()
      if (stopped) return null
      const found = readNext(after)
      if (!found) await waitForMore()
      // A position may be stored: after a power cut, other events could have the numbers of lost ones.
      else await hub.onDisk('end' in found ? found.end : found.position)
      return found ?? null
    },
    stop() {
      stopped = true
      unwatch()
      wake()
    },
  }
}

function createReader(db: DatabaseSyncInstance, subjects: string) {
  const next = db.prepare(NEXT)
  const removed = db.prepare(REMOVED)
  const end = db.prepare(END)
  return {
    next: (after: number): Entry | undefined => next.get(after, subjects),
    removed: (): number => removed.get(subjects).seq ?? 0,
    /** The newest event ever stored, even if it was removed since. */
    end: (): number => end.get().seq ?? 0,
  }
}
