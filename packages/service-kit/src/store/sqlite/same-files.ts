import { statSync } from 'node:fs'

/**
 * Of an open database. Returns a check, of some microseconds, that throws once the file, its log or its index was removed
 * or replaced: what is written goes to a file that nobody can open again.
 */
export function rememberFiles(file: string): () => void {
  const opened = [file, `${file}-wal`, `${file}-shm`].map((path) => ({ path, identity: identityOf(path) }))
  return () => {
    for (const { path, identity } of opened) {
      if (identityOf(path) !== identity)
        throw new Error(`${path} was removed or replaced while it was open; stop, restore it from a backup, then start`)
    }
  }
}

function identityOf(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined ? null : `${found.dev} ${found.ino}`
}
