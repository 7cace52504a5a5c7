import { randomUUID } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'

/** Writes a file so that whoever reads it finds the old content or the new, never half of it. */
export async function writeWhole(path: string, content: string): Promise<void> {
  const incoming = `${path}.${randomUUID()}`
  await writeFile(incoming, content)
  await rename(incoming, path)
}
