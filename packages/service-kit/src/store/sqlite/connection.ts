import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

/** Statements kept prepared: far more shapes of query than a service has, few enough to stay small. */
const MAX_STATEMENTS = 300

/** Pages in memory of a connection that writes: an import into many indexes meets the same ones again and again. */
const CACHE_KB = 16_000

/** The write-ahead log is cut back to this after it has grown larger. */
const MAX_IDLE_LOG_BYTES = 64 * 1024 * 1024

/** So many statements that were read side by side wait for the next time. */
const MAX_SPARE = 1_000

export type SqlValue = string | number | null

export interface Cursor<Row> {
  next(): Row | undefined
  close(): void
}

export interface Connection {
  get<Row>(sql: string, values?: readonly SqlValue[]): Row | undefined
  all<Row>(sql: string, values?: readonly SqlValue[]): Row[]
  /** Rows one by one, from as many statements of the same text side by side as are asked for: close each. */
  open<Row>(sql: string, values?: readonly SqlValue[]): Cursor<Row>
  run(sql: string, values?: readonly SqlValue[]): { changes: number }
  exec(sql: string): void
  waitForLocks(wait: boolean): void
  define(name: string, implementation: (...values: string[]) => number, options?: { deterministic: boolean }): void
  readonly isOpen: boolean
  readonly inTransaction: boolean
  close(): void
}

/**
 * Opens one connection to a database file.
 *
 * WAL lets readers and one writer work side by side. With synchronous=NORMAL a commit has reached the operating system
 * when it is acknowledged, so it survives `kill -9` of this process; FULL would wait for the disk at each commit, for
 * power cuts, which can take the last moments from NORMAL but never damage the file.
 */
export function openConnection(file: string, { cacheKb = CACHE_KB } = {}): Connection {
  const database = new DatabaseSync(file)
  waitForLocks(database, true)
  database.exec('PRAGMA journal_mode = WAL')
  database.exec('PRAGMA synchronous = NORMAL')
  database.exec(`PRAGMA cache_size = -${cacheKb}`)
  database.exec(`PRAGMA journal_size_limit = ${MAX_IDLE_LOG_BYTES}`)
  return fromDatabase(database)
}

/**
 * Whether statements wait for another process's lock inside SQLite, with the event loop standing still. In WAL mode
 * reads meet one only for moments, while another process recovers the log; writes wait in `transact` instead.
 */
function waitForLocks(database: DatabaseSyncInstance, wait: boolean): void {
  database.exec(`PRAGMA busy_timeout = ${wait ? 5000 : 0}`)
}

type Statement = ReturnType<DatabaseSyncInstance['prepare']>

/** Statements by their text, of which some stand idle; those that were used longest ago fall away. */
function createSpares() {
  const idle = new Map<string, Statement[]>()
  let count = 0
  return {
    take(sql: string): Statement | undefined {
      const statement = idle.get(sql)?.pop()
      if (statement) count -= 1
      return statement
    },
    keep(sql: string, statement: Statement): void {
      const same = idle.get(sql) ?? []
      same.push(statement)
      idle.delete(sql)
      idle.set(sql, same)
      count += 1
      for (const [oldest, dropped] of idle) {
        if (count <= MAX_SPARE) return
        idle.delete(oldest)
        count -= dropped.length
      }
    },
    clear: () => idle.clear(),
  }
}

function fromDatabase(database: DatabaseSyncInstance): Connection {
  const statements = new Map<string, Statement>()
  const spares = createSpares()

  function prepared(sql: string) {
    const statement = statements.get(sql) ?? database.prepare(sql)
    statements.delete(sql)
    statements.set(sql, statement)
    const oldest = statements.keys().next()
    if (statements.size > MAX_STATEMENTS && !oldest.done) statements.delete(oldest.value)
    return statement
  }

  return {
    get: <Row>(sql: string, values: readonly SqlValue[] = []): Row | undefined => prepared(sql).get(...values),
    all: <Row>(sql: string, values: readonly SqlValue[] = []): Row[] => prepared(sql).all(...values),
    open<Row>(sql: string, values: readonly SqlValue[] = []): Cursor<Row> {
      const statement = spares.take(sql) ?? database.prepare(sql)
      const rows: IterableIterator<Row> = statement.iterate(...values)
      return {
        next() {
          const { done, value } = rows.next()
          return done ? undefined : value
        },
        close() {
          rows.return?.()
          spares.keep(sql, statement)
        },
      }
    },
    run: (sql, values = []) => prepared(sql).run(...values),
    exec: (sql) => database.exec(sql),
    waitForLocks: (wait) => waitForLocks(database, wait),
    define: (name, implementation, { deterministic } = { deterministic: true }) =>
      database.function(name, { deterministic }, implementation),
    get isOpen() {
      return database.isOpen
    },
    get inTransaction() {
      return database.isTransaction
    },
    close() {
      statements.clear()
      spares.clear()
      database.close()
    },
  }
}
