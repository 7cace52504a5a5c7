import { DISK_FULL, freeBytes, isDiskFull } from '@aangan/service-kit/disk'
import { AppError } from '@aangan/service-kit/errors'

/**
 * Throws UNAVAILABLE with status 507 while the disk has less than `minBytes`: deploys alone must not fill it, since it
 * may be that of the store, and a rollback needs a little.
 */
export async function checkFree(releasesDir: string, minBytes: number): Promise<void> {
  const free = await freeBytes(releasesDir)
  if (free < minBytes)
    throw full(new Error(`${releasesDir} has ${free} bytes free; RELEASES_MIN_FREE_MB is ${minBytes / 1e6}`))
}

/** Runs `work`, and tells a team whose disk is full. */
export async function withRoom<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work()
  } catch (cause) {
    throw isDiskFull(cause) ? full(cause) : cause
  }
}

function full(cause: unknown): AppError {
  const message = 'Nothing was published: the disk with the releases is full. Tell the operators of the site.'
  return new AppError('UNAVAILABLE', message, { status: DISK_FULL, cause })
}
