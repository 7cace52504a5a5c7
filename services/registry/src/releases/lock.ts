import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '@aangan/service-kit/durable-files'
import { lockFile } from '@aangan/service-kit/lock-file'
import type { ReleaseLog } from './settled.ts'
import { finishChange, isUnfinished } from './unfinished.ts'

const LOCK = '.publish.lock'
const RETRY_MS = 50

/**
 * One publication or change of a channel at a time, of all processes on the folder: otherwise two that claim the same
 * new route could both check before either one records its claim. Finishes first what a killed process has begun.
 */
export async function oneAtATime<T>(releasesDir: string, work: () => Promise<T>): Promise<T> {
  await makeFolder(releasesDir)
  const lock = join(releasesDir, LOCK)
  let unlock = lockFile(lock)
  while (unlock === null) {
    await pause(RETRY_MS)
    unlock = lockFile(lock)
  }
  try {
    await finishChange(releasesDir)
    return await work()
  } finally {
    unlock()
  }
}

/** Pages are served from a folder that cannot be written, too. */
export async function finishOnStart(releasesDir: string, log: ReleaseLog): Promise<void> {
  if (!isUnfinished(releasesDir)) return
  await oneAtATime(releasesDir, async () => undefined).catch((err: unknown) => {
    log.error({ err }, 'a change of several remotes was killed in the middle, and could not be finished')
  })
}
