import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'

const run = promisify(execFile)

/** Puts a pipe in the place of a file, which can be read once, and only after `finish`. */
export async function makeSlow(path: string) {
  const content = await readFile(path)
  await rm(path)
  await run('mkfifo', [path])
  let pipe: FileHandle | null = null
  return {
    /** Resolves once somebody reads. */
    async isRead(): Promise<void> {
      const opened = () => open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(ifNobodyReads)
      await expect.poll(async () => (pipe ??= await opened())).not.toBeNull()
    },
    async finish(): Promise<void> {
      await pipe?.writeFile(content)
      await pipe?.close()
    },
  }
}

function ifNobodyReads(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENXIO') return null
  throw error
}
