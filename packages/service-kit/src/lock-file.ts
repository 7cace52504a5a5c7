import { DatabaseSync } from '@photostructure/sqlite'

/**
 * The system releases the lock however the process ends. Do not delete the file or open it elsewhere: closing it
 * anywhere in this process would release the lock, and a recreated file could be locked twice.
 * @returns a function that releases the lock, or null if it is taken
 */
export function lockFile(path: string): (() => void) | null {
  const db = new DatabaseSync(path, { timeout: 0 })
  try {
    db.exec('BEGIN EXCLUSIVE')
    return () => db.close()
  } catch (error) {
    db.close()
    if (isLocked(error)) return null
    throw error
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && /database is locked|SQLITE_BUSY/.test(error.message)
}
