/** A bug of ours, logged and sent as INTERNAL: user input is validated long before. */
class StoreMisuseError extends Error {
  override readonly name = 'StoreMisuseError'
}

export function refuse(message: string): never {
  throw new StoreMisuseError(message)
}

export function isMisuse(error: unknown): error is Error {
  return error instanceof StoreMisuseError
}

export class IndexNotFoundError extends Error {
  override readonly name = 'IndexNotFoundError'
  readonly code = 27
}

class DuplicateKeyError extends Error {
  override readonly name = 'DuplicateKeyError'
  readonly code = 11000
}

/** The failed operations of a `bulkWrite`; all others are written. Shaped like the driver's own error. */
export class BulkWriteError extends Error {
  override readonly name = 'BulkWriteError'
  readonly code: number
  readonly writeErrors: { index: number; code: number; errmsg: string }[]

  constructor(writeErrors: { index: number; code: number; errmsg: string }[]) {
    super(`${writeErrors.length} of the operations failed, the first with: ${writeErrors[0]?.errmsg}`)
    this.code = writeErrors[0]?.code ?? 0
    this.writeErrors = writeErrors
  }
}

const SQLITE_BUSY = 5
const SQLITE_FULL = 13
/** Of the file, its disk or memory, never of a statement: BUSY, LOCKED, NOMEM, READONLY, IOERR, CORRUPT, FULL … */
const STORAGE = new Set([SQLITE_BUSY, 6, 7, 8, 10, 11, SQLITE_FULL, 14, 15, 26])
const STORAGE_MESSAGE =
  /database (table )?is locked|out of memory|readonly database|disk I\/O|is malformed|disk is full|unable to open|locking protocol|not a database/
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_UNIQUE = 2067

function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
}

/** Some of the binding's errors have it apart from their code. */
function extendedCode(error: unknown): unknown {
  return error instanceof Error && 'sqliteExtendedCode' in error ? error.sqliteExtendedCode : sqliteCode(error)
}

/** Extended codes keep the primary one in their lowest byte. */
function primaryCode(error: unknown): number | null {
  const code = sqliteCode(error)
  return code === null ? null : code & 0xff
}

/** Another process holds the write lock. */
export function isBusy(error: unknown): boolean {
  return primaryCode(error) === SQLITE_BUSY
}

/** The file is locked, unreadable or damaged, or its disk is full. */
export function isStorageFailure(error: unknown): boolean {
  const code = primaryCode(error)
  return code === null ? isFromSqlite(error) && STORAGE_MESSAGE.test(error.message) : STORAGE.has(code)
}

const SQLITE_CORRUPT = 11
const SQLITE_NOTADB = 26

/** A page of the file is not what SQLite wrote. */
export function isDamaged(error: unknown): boolean {
  const code = primaryCode(error)
  if (code === null) return isFromSqlite(error) && /is malformed|not a database/.test(error.message)
  return code === SQLITE_CORRUPT || code === SQLITE_NOTADB
}

/** Runs `work`, and names the file in the message of a failure of its storage: SQLite's own names none. */
export function naming<R>(file: () => string | null, work: () => R): R {
  try {
    return work()
  } catch (error) {
    if (error instanceof Error && isStorageFailure(error)) prefix(error, `${file()}: `)
    throw error
  }
}

function prefix(error: Error, text: string): void {
  if (!error.message.startsWith(text)) error.message = text + error.message
}

/** The index of the log could not grow. */
const SHARED_MEMORY_SIZE = 4874

/** No room on the disk. */
export function isFullDatabase(error: unknown): boolean {
  const code = sqliteCode(error)
  if (code === null) return isFromSqlite(error) && /disk is full/.test(error.message)
  return (code & 0xff) === SQLITE_FULL || extendedCode(error) === SHARED_MEMORY_SIZE
}

/** Errors of the binding's `all`, and those of another thread, have lost SQLite's code. */
function isFromSqlite(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'ERR_SQLITE_ERROR'
}

export function translateClash<R>(collection: string, write: () => R): R {
  try {
    return write()
  } catch (error) {
    const code = sqliteCode(error)
    if (code !== CONSTRAINT_PRIMARY_KEY && code !== CONSTRAINT_UNIQUE) throw error
    const index = code === CONSTRAINT_PRIMARY_KEY ? '_id_' : indexName(collection, error)
    throw new DuplicateKeyError(`E11000 duplicate key error collection: ${collection} index: ${index} dup key`, {
      cause: error,
    })
  }
}

/** SQLite says `UNIQUE constraint failed: index 'posts.slug'`, or names the column for the primary key. */
function indexName(collection: string, error: unknown): string {
  const quoted = /index '(.+)'/.exec(error instanceof Error ? error.message : '')?.[1] ?? ''
  return quoted.slice(collection.length + 1).replace(/ \(absent\)$/, '')
}
