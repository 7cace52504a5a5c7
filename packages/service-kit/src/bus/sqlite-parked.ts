import { naming } from '../store/sqlite/errors.ts'
import { DEFAULT_TUNING } from './options.ts'
import { notSubscribed, type ParkedEvent, type ParkedEvents, type ParkedKey, type ParkedOptions } from './parked.ts'
import { logFile, openLogFile, transaction, whenFree } from './sqlite-file.ts'
import { replayed, replayedId } from './sqlite-replays.ts'

const KEYS = 'SELECT durable, id FROM parked ORDER BY parkedAt, durable, id'

const ONE = `
  SELECT durable, id, subject, data AS text, attempts, error, publishedAt, parkedAt FROM parked
  WHERE durable = ? AND id = ?`

const IS_ASKED = 'SELECT 1 FROM places WHERE durable = ? AND subject = ? AND asked'

const NEXT_SEQ = "SELECT max(seq) + 1 AS seq FROM sqlite_sequence WHERE name = 'events'"

/** A second process beside a site that is running; the site notices a replay within 250 ms. */
export async function openSqliteParked(folder: string, options: ParkedOptions): Promise<ParkedEvents> {
  const { keepParkedMs } = { ...DEFAULT_TUNING, ...options }
  const db = await openLogFile(await logFile(folder))
  const one = db.prepare(ONE)
  const remove = db.prepare('DELETE FROM parked WHERE durable = ? AND id = ?')
  const insert = db.prepare('INSERT INTO events (id, subject, data, at) VALUES (?, ?, ?, ?)')

  function read<R>(work: () => R): R {
    return naming(() => db.location(), work)
  }

  function find({ durable, id }: ParkedKey): ParkedEvent | undefined {
    return read(() => one.get(durable, id))
  }

  function take({ durable, id }: ParkedKey): boolean {
    return Number(remove.run(durable, id).changes) === 1
  }

  function moveToLog(key: ParkedKey): boolean {
    const event = find(key)
    if (!event) return false
    const { durable, id, subject, text } = event
    const address = replayed(durable, subject)
    if (db.prepare(IS_ASKED).get(durable, address) === undefined) throw notSubscribed(durable, subject)
    insert.run(replayedId(id, db.prepare(NEXT_SEQ).get().seq ?? 1), address, text, Date.now())
    return take(key)
  }

  return {
    async *list() {
      for (const { durable, id } of read(() => db.prepare(KEYS).all())) {
        const found = find({ durable, id })
        if (found) yield { ...found, expiresAt: found.parkedAt + keepParkedMs }
      }
    },
    replay: (key) => whenFree(db, () => transaction(db, () => moveToLog(key))),
    discard: (key) => whenFree(db, () => take(key)),
    async close() {
      db.close()
    },
  }
}
