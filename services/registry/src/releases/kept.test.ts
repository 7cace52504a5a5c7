import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const run = promisify(execFile)

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
})
afterEach(() => registry.close())

/** Puts a pipe in the place of a file, so that reading it takes until something is written. */
async function makeSlow(path: string) {
  const content = await readFile(path)
  await rm(path)
  await run('mkfifo', [path])
  const openPipe = () => open(path, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null)
  return async (): Promise<{ finish(): Promise<void> }> => {
    let pipe: FileHandle | null = null
    // It can be opened once somebody reads.
    await expect.poll(async () => (pipe ??= await openPipe())).not.toBeNull()
    return {
      async finish() {
        await pipe?.writeFile(content)
        await pipe?.close()
      },
    }
  }
}

it('nobody waits for a publication that reads what is kept of its name, and it reads that once', async () => {
  for (const version of ['1.0.0', '2.0.0']) await registry.publish({ name: 'mfe-guides', version })
  const reading = await makeSlow(registry.releaseFile('mfe-guides/1.0.0/delivered.json'))
  const publication = registry.publish({ name: 'mfe-guides', version: '3.0.0' })
  const { finish } = await reading()
  await registry.publish({ name: 'mfe-other', version: '1.0.0' })
  await finish()
  await publication
  expect(await registry.versions()).toMatchObject({ 'mfe-guides': '3.0.0', 'mfe-other': '1.0.0' })
})
