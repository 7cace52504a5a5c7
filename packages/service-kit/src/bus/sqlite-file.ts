import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { makeFolder } from '../durable-files.ts'
import { MAX_LOG_PAGES } from '../store/sqlite/connection.ts'
import { isBusy } from '../store/sqlite/errors.ts'
import { openWhenFree } from '../store/sqlite/open-when-free.ts'

/** How long a write waits while somebody else holds the lock. Others commit in batches of under 20 ms. */
const BUSY_TIMEOUT_MS = 5_000
const RETRY_MS = 1

const SCHEMA_VERSION = 3

/**
 * `places` holds each durable's cursor per subject, including subjects it no longer subscribes to (`asked` is 0).
 * `removed` holds the newest event of each subject that left the log: a follower that had not reached it missed some.
 * `events_in_order` includes the times: in the table they come after the data, which may fill hundreds of pages.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS events (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, subject TEXT NOT NULL, data TEXT NOT NULL,
    at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS events_in_order ON events (subject, seq, at);
  CREATE TABLE IF NOT EXISTS places (
    durable TEXT NOT NULL, subject TEXT NOT NULL, seq INTEGER NOT NULL, asked INTEGER NOT NULL,
    PRIMARY KEY (durable, subject)
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS pending (
    durable TEXT NOT NULL, seq INTEGER NOT NULL, attempt INTEGER NOT NULL, due INTEGER NOT NULL,
    PRIMARY KEY (durable, seq)
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS pending_by_due ON pending (durable, due);
  CREATE INDEX IF NOT EXISTS pending_by_seq ON pending (seq);
  CREATE TABLE IF NOT EXISTS removed (subject TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER IF NOT EXISTS note_removed AFTER DELETE ON events BEGIN
    INSERT INTO removed (subject, seq) VALUES (old.subject, old.seq)
    ON CONFLICT (subject) DO UPDATE SET seq = max(seq, excluded.seq);
  END;
  PRAGMA user_version = ${SCHEMA_VERSION};
`

const FROM_VERSION_2 = 'DROP INDEX IF EXISTS events_by_subject'

const FROM_VERSION_1 = `
  INSERT INTO places SELECT i.durable, i.subject, c.seq, 1 FROM interests i JOIN cursors c USING (durable);
  DROP TABLE interests;
  DROP TABLE cursors;
`

export async function logFile(folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    return join(realpathSync(folder), 'bus.db')
  } catch (error) {
    throw unusable(join(folder, 'bus.db'), error)
  }
}

/** A commit survives `kill -9`, but a power cut only once the write-ahead log is flushed: see the hub. */
export async function openLogFile(file: string): Promise<DatabaseSyncInstance> {
  try {
    return await openWhenFree(() => open(file))
  } catch (error) {
    throw unusable(file, error)
  }
}

function open(file: string): DatabaseSyncInstance {
  const db = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS })
  try {
    db.exec(
      `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}; PRAGMA synchronous = NORMAL;`,
    )
    transaction(db, () => prepareSchema(db))
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

function prepareSchema(db: DatabaseSyncInstance): void {
  const { user_version: version } = db.prepare('PRAGMA user_version').get()
  if (version > SCHEMA_VERSION)
    throw new Error(`its format version is ${version}, from a newer release of this program`)
  if (version < SCHEMA_VERSION) db.exec(SCHEMA)
  if (version < SCHEMA_VERSION) db.exec(FROM_VERSION_2)
  if (version === 1) db.exec(FROM_VERSION_1)
}

export function transaction<T>(db: DatabaseSyncInstance, work: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK')
    throw error
  }
}

/** Repeats a write while another process, or a checkpoint, holds the lock, with the event loop running. */
export async function whenFree<T>(db: DatabaseSyncInstance, write: () => T): Promise<T> {
  const deadline = performance.now() + BUSY_TIMEOUT_MS
  for (;;) {
    db.exec('PRAGMA busy_timeout = 0')
    try {
      return write()
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    } finally {
      // Reads meet a lock only for moments, while another process recovers the log.
      db.exec(`PRAGMA busy_timeout = ${BUSY_TIMEOUT_MS}`)
    }
    await pause(RETRY_MS)
  }
}

function unusable(file: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`The event log ${file} cannot be used: ${why}. Check DATA_DIR and its permissions.`, { cause })
}
