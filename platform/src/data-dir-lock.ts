import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '@aangan/service-kit/config'
import { lockFile } from '@aangan/service-kit/lock-file'

export const SITE_LOCK = 'site.lock'

/**
 * Locks `dataDir` for this site until its process ends; imports are not subject to the lock.
 * @returns a function that releases the lock
 * @throws ConfigError naming the other site if one is running on `dataDir`
 */
export async function lockDataDir(dataDir: string, url: string): Promise<() => Promise<void>> {
  const release = hold(join(dataDir, SITE_LOCK))
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

function hold(lock: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(lock)
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new ConfigError(
      `Cannot lock ${lock} (${why}): check its permissions and whether its file system supports locks`,
      {
        cause,
      },
    )
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
