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
const CONSTRAINT_PRIMARY_KEY = 1555
const CONSTRAINT_UNIQUE = 2067

function sqliteCode(error: unknown): number | null {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null
}

/** Another process holds the write lock. Extended codes keep the primary one in their lowest byte. */
export function isBusy(error: unknown): boolean {
  const code = sqliteCode(error)
  return code !== null && (code & 0xff) === SQLITE_BUSY
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
