import { pathToFileURL } from 'node:url'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'
import { naming } from './errors.ts'

/** Prepared statements kept: far more than a service has kinds of query, few enough to stay small. */
const MAX_STATEMENTS = 300

/** An import into many indexes meets the same pages again and again. */
const CACHE_KB = 8_000

/** SQLite checkpoints in the middle of a commit beyond this: by then, reader threads should have. See checkpoints.ts. */
export const MAX_LOG_PAGES = 16_000

const MAX_IDLE_LOG_BYTES = 64 * 1024 * 1024

export type SqlValue = string | number | null

export interface Connection {
  get<Row>(sql: string, values?: readonly SqlValue[]): Row | undefined
  all<Row>(sql: string, values?: readonly SqlValue[]): Row[]
  each<Row>(sql: string, values: readonly SqlValue[], visit: (row: Row) => void): void
  run(sql: string, values?: readonly SqlValue[]): { changes: number }
  exec(sql: string): void
  waitForLocks(wait: boolean): void
  define(name: string, implementation: (...values: string[]) => number, options?: { deterministic: boolean }): void
  /** Changes with each commit of another connection. */
  dataVersion(): number
  readonly isOpen: boolean
  readonly inTransaction: boolean
  close(): void
}

/**
 * WAL lets readers and one writer work concurrently. With synchronous=NORMAL a commit survives `kill -9`, but a power cut
 * only once the write-ahead log is flushed: see flushes.ts. FULL would wait for the disk in the event loop.
 *
 * Creates the file unless it `mustExist`, as for all connections of a store but its first: a file that was removed
 * meanwhile must stay missing, so that the next start finds out. Errors of its storage name the file.
 */
export function openConnection(file: string, { cacheKb = CACHE_KB, mustExist = false } = {}): Connection {
  return naming(
    () => file,
    () => open(file, { cacheKb, mustExist }),
  )
}

function open(file: string, { cacheKb, mustExist }: { cacheKb: number; mustExist: boolean }): Connection {
  const database = new DatabaseSync(mustExist ? existing(file) : file)
  try {
    waitForLocks(database, true)
    // Applies to new files. Documents of a kilobyte leave a fifth of SQLite's default 4,096 bytes empty.
    database.exec('PRAGMA page_size = 8192')
    database.exec('PRAGMA journal_mode = WAL')
    database.exec('PRAGMA synchronous = NORMAL')
    // What is deleted leaves the file: overwriting it costs a sixth of a delete, and nothing else.
    database.exec('PRAGMA secure_delete = ON')
    database.exec(`PRAGMA wal_autocheckpoint = ${MAX_LOG_PAGES}`)
    database.exec(`PRAGMA cache_size = -${cacheKb}`)
    database.exec(`PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES}`)
    return fromDatabase(database, () => file)
  } catch (error) {
    database.close()
    throw error
  }
}

/** `mode=rw` lacks the `c` of creating. */
function existing(file: string): URL {
  return new URL('?mode=rw', pathToFileURL(file))
}

/**
 * Whether statements wait for another process's lock inside SQLite, blocking the event loop. In WAL mode reads meet one
 * only for moments, while another process recovers the log; writes wait in `transact` instead.
 */
function waitForLocks(database: DatabaseSyncInstance, wait: boolean): void {
  database.exec(`PRAGMA busy_timeout = ${wait ? 5000 : 0}`)
}

type Statement = ReturnType<DatabaseSyncInstance['prepare']>

function fromDatabase(database: DatabaseSyncInstance, file: () => string): Connection {
  const statements = new Map<string, Statement>()

  function prepared(sql: string) {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const oldest = statements.keys().next()
    if (statements.size > MAX_STATEMENTS && !oldest.done) statements.delete(oldest.value)
    return statement
  }

  return {
    get: <Row>(sql: string, values: readonly SqlValue[] = []): Row | undefined =>
      naming(file, () => prepared(sql).get(...values)),
    all: <Row>(sql: string, values: readonly SqlValue[] = []): Row[] =>
      naming(file, () => prepared(sql).all(...values)),
    each: <Row>(sql: string, values: readonly SqlValue[], visit: (row: Row) => void): void =>
      naming(file, () => {
        for (const row of prepared(sql).iterate(...values)) visit(row)
      }),
    run: (sql, values = []) => naming(file, () => prepared(sql).run(...values)),
    exec: (sql) => naming(file, () => database.exec(sql)),
    waitForLocks: (wait) => waitForLocks(database, wait),
    define: (name, implementation, { deterministic } = { deterministic: true }) =>
      database.function(name, { deterministic }, implementation),
    dataVersion: () => prepared('PRAGMA data_version').get().data_version,
    get isOpen() {
      return database.isOpen
    },
    get inTransaction() {
      return database.isTransaction
    },
    close() {
      // The library cannot finalize them: SQLite removes `-wal` and `-shm` once they are collected, or the process ends.
      statements.clear()
      database.close()
    },
  }
}
