import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makeFolder } from '@aangan/service-kit/durable-files'
import { lockFile } from '@aangan/service-kit/lock-file'

const LOCK = '.publish.lock'
const RETRY_MS = 50

/**
 * One publication or change of a channel at a time, of all processes on the folder: otherwise two that claim the same
 * new route could both check before either one records its claim.
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
    return await work()
  } finally {
    unlock()
  }
}
