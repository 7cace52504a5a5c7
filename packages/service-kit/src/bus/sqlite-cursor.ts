import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import { transaction } from './sqlite-file.ts'
import { originalId, originalSubject, replayed } from './sqlite-replays.ts'

export interface Claim {
  seq: number
  id: string
  subject: string
  data: string
  at: number
  attempt: number
  outages: number
  /** When the claim ends, in epoch milliseconds. */
  until: number
}

const LAST_TIME = Number.MAX_SAFE_INTEGER

type Found = Omit<Claim, 'until'>

/** CROSS JOIN keeps the order of the index. Only subjects subscribed to now: the handler knows no others. */
const PENDING = `
  FROM pending p CROSS JOIN events e ON e.seq = p.seq
  CROSS JOIN places l ON l.durable = p.durable AND l.subject = e.subject AND l.asked
  WHERE p.durable = ?`

const DUE_BETWEEN = 'p.due > ? AND p.due <= ?'

const DUE = `
  SELECT p.seq, p.attempt + 1 AS attempt, p.outages, e.id, e.subject, e.data, e.at ${PENDING} AND ${DUE_BETWEEN} ORDER BY p.due LIMIT 1`

const IS_DUE = `SELECT 1 ${PENDING} AND ${DUE_BETWEEN} LIMIT 1`

const FIRST_DUE = `SELECT p.due ${PENDING} ORDER BY p.due LIMIT 1`

/** One index probe per subject: a log full of other subjects costs this consumer nothing. */
const NEXT_SEQ = `
  SELECT min((SELECT min(seq) FROM events WHERE subject = p.subject AND seq > p.seq)) AS seq
  FROM places p WHERE p.durable = ? AND p.asked`

const NEXT = `
  SELECT e.seq, 1 AS attempt, 0 AS outages, e.id, e.subject, e.data, e.at FROM events e WHERE e.seq = (${NEXT_SEQ})`

const ASK = `
  INSERT INTO places (durable, subject, seq, asked) VALUES (?, ?, 0, 1)
  ON CONFLICT (durable, subject) DO UPDATE SET asked = 1`

const CLAIM = `
  INSERT INTO pending (durable, seq, attempt, due) VALUES (?, ?, ?, ?)
  ON CONFLICT (durable, seq) DO UPDATE SET attempt = excluded.attempt, due = excluded.due`

/** A claim that ended belongs to somebody else by now. */
const OWN_CLAIM = 'WHERE durable = ? AND seq = ? AND due = ?'

const PARK = `
  INSERT OR REPLACE INTO parked (durable, id, subject, data, attempts, error, publishedAt, parkedAt)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`

/** Claiming is stored before the handler runs, so that the event of a process that dies is due again. */
export function createCursor(
  db: DatabaseSyncInstance,
  durable: string,
  { leaseMs, lastDelayMs }: { leaseMs: number; lastDelayMs: number },
) {
  const due = db.prepare(DUE)
  const next = db.prepare(NEXT)
  const isDue = db.prepare(IS_DUE)
  const nextSeq = db.prepare(NEXT_SEQ)
  const claim = db.prepare(CLAIM)
  const advance = db.prepare('UPDATE places SET seq = max(seq, ?) WHERE durable = ? AND subject = ?')
  const finish = db.prepare('DELETE FROM pending WHERE durable = ? AND seq = ?')
  const retry = db.prepare(`UPDATE pending SET due = ? ${OWN_CLAIM}`)
  const postpone = db.prepare(`UPDATE pending SET due = ?, attempt = attempt - 1, outages = outages + 1 ${OWN_CLAIM}`)
  const park = db.prepare(PARK)
  const firstDue = db.prepare(FIRST_DUE)

  /** Nothing is due later than this: the clock was set back since, which must not postpone a retry by that much. */
  const farthestMs = Math.max(leaseMs, lastDelayMs)

  function find(now: number): Found | undefined {
    return due.get(durable, -1, now) ?? due.get(durable, now + farthestMs, LAST_TIME) ?? next.get(durable)
  }

  /** Without the data of the event, which may be large. */
  function hasEvent(now: number): boolean {
    return (
      isDue.get(durable, -1, now) !== undefined ||
      isDue.get(durable, now + farthestMs, LAST_TIME) !== undefined ||
      nextSeq.get(durable)?.seq != null
    )
  }

  return {
    /** Sets the subscribed subjects. Known ones keep their cursors; a new one starts with the oldest event kept. */
    ask(subjects: readonly string[]): void {
      transaction(db, () => {
        db.prepare('UPDATE places SET asked = 0 WHERE durable = ?').run(durable)
        const add = db.prepare(ASK)
        for (const subject of subjects) for (const each of [subject, replayed(durable, subject)]) add.run(durable, each)
      })
    },
    /** Claims the next event for the duration of the lease; undefined if there is none. */
    take(): Claim | undefined {
      // Checking first keeps an idle consumer from taking the write lock.
      if (!hasEvent(Date.now())) return undefined
      return transaction(db, () => {
        const now = Date.now()
        const found = find(now)
        if (!found) return undefined
        const until = now + leaseMs
        claim.run(durable, found.seq, found.attempt, until)
        if (found.attempt === 1) advance.run(found.seq, durable, found.subject)
        return { ...found, until }
      })
    },
    done({ seq }: Claim): void {
      finish.run(durable, seq)
    },
    /** No-op if a later attempt has claimed the event. */
    again({ seq, until }: Claim, delayMs: number): void {
      retry.run(Date.now() + delayMs, durable, seq, until)
    },
    /** As `again`, but the attempt does not count. */
    postpone({ seq, until }: Claim, delayMs: number): void {
      postpone.run(Date.now() + delayMs, durable, seq, until)
    },
    park({ seq, id, subject, data, attempt, at }: Claim, error: string): void {
      transaction(db, () => {
        const [event, plain] = [originalId(id), originalSubject(subject)]
        park.run(durable, event, plain, data, attempt, error, at, Date.now())
        finish.run(durable, seq)
      })
    },
    /** When the next claimed event is due for a retry, in epoch milliseconds; null if there is none. */
    nextDue(): number | null {
      return firstDue.get(durable)?.due ?? null
    },
  }
}
