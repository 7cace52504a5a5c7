import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { Backlog } from './backlog.ts'

/** Sequence numbers grow with time, so one index probe finds the oldest of each. */
const BACKLOG = `
  SELECT d.durable, (SELECT count(*) FROM parked p WHERE p.durable = d.durable) AS parked, (
    SELECT min(at) FROM (
      SELECT (SELECT at FROM events WHERE subject = l.subject AND seq > l.seq ORDER BY seq LIMIT 1) AS at
      FROM places l WHERE l.durable = d.durable AND l.asked
      UNION ALL
      SELECT (SELECT e.at FROM pending p CROSS JOIN events e ON e.seq = p.seq WHERE p.durable = d.durable
              ORDER BY p.seq LIMIT 1)
    )
  ) AS oldestAt
  FROM (SELECT durable FROM places WHERE asked UNION SELECT durable FROM parked) d`

export function readBacklog(db: DatabaseSyncInstance): Backlog[] {
  return db.isOpen ? db.prepare(BACKLOG).all() : []
}

const OLDEST = 'SELECT at FROM events ORDER BY seq LIMIT 1'

const UNHANDLED = `
  SELECT l.durable, l.subject, count(*) AS events FROM places l CROSS JOIN events e ON e.subject = l.subject
  LEFT JOIN pending p ON p.durable = l.durable AND p.seq = e.seq
  WHERE l.asked AND e.at < ? AND (e.seq > l.seq OR p.seq IS NOT NULL) GROUP BY l.durable, l.subject`

export interface Unhandled {
  durable: string
  subject: string
  events: number
}

/** Events published before `time` that a durable has not handled, by durable and subject. */
export function unhandledBefore(db: DatabaseSyncInstance, time: number): Unhandled[] {
  const oldest = db.prepare(OLDEST).get()?.at ?? time
  return oldest < time ? db.prepare(UNHANDLED).all(time) : []
}
