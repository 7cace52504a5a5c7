import { setImmediate as breathe } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Entry, Missing, Tail } from './follow.ts'
import type { SqliteHub } from './sqlite-hub.ts'

/** A change of the log wakes a waiting follower; this is for one that was missed. */
const LONGEST_WAIT_MS = 5_000

/** One probe of the index a subject. */
const NEXT = `
  SELECT e.seq AS position, e.id, e.subject, e.data AS text FROM events e WHERE e.seq = (
    SELECT min((SELECT min(seq) FROM events WHERE subject = s.value AND seq > ?)) FROM json_each(?) s)`

const REMOVED = 'SELECT max(seq) AS seq FROM removed WHERE subject IN (SELECT value FROM json_each(?))'
const END = "SELECT max(seq) AS seq FROM sqlite_sequence WHERE name = 'events'"

/** The log as a follower reads it, without a trace in the file. */
export function createSqliteTail(hub: SqliteHub, subjects: readonly string[]): Tail {
  const log = createReader(hub.cursors, JSON.stringify(subjects))
  let told = 0
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

  function look(after: number): Entry | Missing | undefined {
    // Read first: what another process removes meanwhile is then told of, never skipped.
    const entry = log.next(after)
    // The log was put back to an older one, or made anew.
    if (log.end() < after) return { missing: true, position: 0 }
    const removed = log.removed()
    if (removed <= Math.max(after, told)) return entry
    told = removed
    return { missing: true, position: after }
  }

  return {
    async end() {
      return log.end()
    },
    async next(after) {
      // The log is read synchronously: without this, a backlog would keep requests and timers waiting until its end.
      await breathe()
      if (stopped) return null
      const found = look(after)
      if (!found) await waitForMore()
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
    /** The newest event of these subjects that left the log; 0 where none did. */
    removed: (): number => removed.get(subjects).seq ?? 0,
    /** The newest event that the log ever had. */
    end: (): number => end.get().seq ?? 0,
  }
}
