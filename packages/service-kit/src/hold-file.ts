import { DatabaseSync } from '@photostructure/sqlite'

/**
 * Takes the file at `path`, made where it is missing, for this process alone. The system lets go of it when the process
 * ends, however it does, so unlike a noted process id it never outlives its holder. Leave the file there, and open it by
 * nothing else: to close it anywhere in this process would let go of it, and one made anew could be held twice.
 *
 * @returns what lets go of it; null while it is held already
 */
export function holdFile(path: string): (() => void) | null {
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
