import { statSync } from 'node:fs'
import { AppError, PART_UNAVAILABLE } from './errors.ts'

/**
 * Returns a check, of some microseconds, that throws UNAVAILABLE once one of these files or folders was removed or replaced: what is
 * written to those that are open can never be found again.
 */
export function rememberFiles(paths: string[]): () => void {
  const opened = paths.map((path) => ({ path, identity: identityOf(path) }))
  return () => {
    for (const { path, identity } of opened) {
      if (identityOf(path) !== identity)
        throw new AppError('UNAVAILABLE', PART_UNAVAILABLE, {
          cause: new Error(
            `${path} was removed or replaced while it was in use: stop, restore it from a backup, then start`,
          ),
        })
    }
  }
}

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}
