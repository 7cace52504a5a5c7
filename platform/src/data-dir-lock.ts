import { existsSync } from 'node:fs'
import { access, constants, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@aangan/service-kit/config'
import { probeFolder } from '@aangan/service-kit/disk'
import { lockFile } from '@aangan/service-kit/lock-file'
import { hintFor } from './unwritable.ts'

export const SITE_LOCK = 'site.lock'

/**
 * Locks `dataDir` for this site until its process ends; imports are not subject to the lock.
 * @returns a function that releases the lock
 * @throws ConfigError naming the other site if one is running on `dataDir`
 */
export async function lockDataDir(dataDir: string, url: string): Promise<() => Promise<void>> {
  const release = await hold(dataDir)
  // Only for the message below; a stale note of a killed site is harmless.
  const note = join(dataDir, 'site.json')
  if (release === null) {
    throw new ConfigError(
      `Another site${await describe(note)} is running on DATA_DIR=${dataDir}: stop it, or set another DATA_DIR for this one`,
    )
  }
  await writeFile(note, `${JSON.stringify({ pid: process.pid, url })}\n`)
  return async () => {
    await rm(note, { force: true })
    release()
  }
}

async function hold(dataDir: string): Promise<ReturnType<typeof lockFile>> {
  const lock = join(dataDir, SITE_LOCK)
  try {
    return lockFile(lock)
  } catch (thrown) {
    const cause = (await refusalOf(lock, dataDir)) ?? thrown
    const why = cause instanceof Error ? cause.message : String(cause)
    const hint = hintFor(cause, 'check that it is a file, and that its file system supports locks')
    throw new ConfigError(`Cannot lock ${lock} (${why}): ${hint}`, { cause })
  }
}

/** Returns the system's own error, of which SQLite's message says little; null if the system lets us write. */
async function refusalOf(lock: string, dataDir: string): Promise<unknown> {
  try {
    // Not opened: see `lockFile`.
    if (existsSync(lock)) await access(lock, constants.R_OK | constants.W_OK)
    await probeFolder(dataDir, 'x')
    return null
  } catch (error) {
    return error
  }
}

/** Empty while the other site is starting or stopping. */
async function describe(note: string): Promise<string> {
  try {
    const { pid, url } = Object(JSON.parse(await readFile(note, 'utf8')))
    return ` (process ${pid}, ${url})`
  } catch {
    return ''
  }
}
