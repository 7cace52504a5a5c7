import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Atomic: readers see the old content or the new, never a part. */
export async function writeAtomically(path: string, content: string): Promise<void> {
  const incoming = `${path}.${randomUUID()}`
  await writeFile(incoming, content)
  await rename(incoming, path)
}
