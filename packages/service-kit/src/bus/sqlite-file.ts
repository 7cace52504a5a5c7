import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { ConfigError } from '../config.ts'
import { withAdvice } from '../disk.ts'
import { makeFolder } from '../durable-files.ts'
import { MAX_LOG_PAGES } from '../store/sqlite/connection.ts'
import { isBusy, naming } from '../store/sqlite/errors.ts'
import { openWhenFree } from '../store/sqlite/open-when-free.ts'
import { prepareSchema } from './sqlite-schema.ts'

/** How long a write waits while somebody else holds the lock. Others commit in batches of under 20 ms. */
const BUSY_TIMEOUT_MS = 5_000
const RETRY_MS = 1

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
      `PRAGMA journal_mode = WAL; PRAGMA journal_size_limit = 16777216; PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}; PRAGMA synchronous = NORMAL;
       PRAGMA secure_delete = ON;`,
    )
    transaction(db, () => prepareSchema(db))
    return db
  } catch (error) {
    db.close()
    throw error
  }
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
      return naming(() => db.location(), write)
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
  const message = `The event log ${file} cannot be used: ${why}`
  const advised = withAdvice(message, cause)
  const hint = cause instanceof ConfigError || advised !== message ? '' : '. Check DATA_DIR and its permissions.'
  return new ConfigError(advised + hint, { cause })
}
