import { open } from 'node:fs/promises'

/** Overwrites a page of a database with the same byte throughout. */
export async function overwrite(file: string, position: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(8_192, 0xff), 0, 8_192, position)
  await handle.close()
}
