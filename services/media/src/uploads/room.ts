import { AppError } from '@aangan/service-kit/errors'
import { limitWork } from '@aangan/service-kit/windows'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

/** Of one person, at a time: enough for several drafts. A photo takes about half a megabyte. */
const MOST_UNUSED = { count: 300, bytes: 100_000_000 }

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000
/**
 * Of one person, in this process: an agent's hundred new listings with twenty pictures each. What is in listings has no
 * other limit, and a person could fill 80 GB a day, as fast as pictures are encoded.
 */
export const MOST_A_DAY = 2_000

const TOO_MANY =
  'You have uploaded many pictures that are not in a listing. Publish the listing that they are for, or try again tomorrow: we delete unused pictures after a day.'
const DISK_FULL =
  'We cannot take new pictures at the moment. Everything else works: you can publish now and add pictures later.'

interface Room {
  files: Pick<Files, 'folder' | 'freeBytes' | 'ping'>
  uploads: UploadStore
  minFreeBytes: number
}

/**
 * Returns a function that checks and counts an upload of a person, then runs it. Throws TOO_MANY_REQUESTS for too many
 * unused pictures, or too many in a day, UNAVAILABLE with status 507 while the disk has less than `minFreeBytes`,
 * UNAVAILABLE once the folder was removed.
 */
export function createRoomCheck({ files, uploads, minFreeBytes }: Room) {
  const limited = limitWork({ limit: MOST_A_DAY, windowMs: DAY_MS }, tooManyToday)

  async function hasRoom(userId: string): Promise<boolean> {
    const { count, bytes } = await uploads.unusedOf(userId, MOST_UNUSED.count)
    return count < MOST_UNUSED.count && bytes < MOST_UNUSED.bytes
  }

  async function checkDisk(): Promise<void> {
    await files.ping()
    const free = await files.freeBytes()
    if (free >= minFreeBytes) return
    const cause = new Error(`${files.folder} has ${free} bytes free; MEDIA_MIN_FREE_MB is ${minFreeBytes / 1e6}`)
    throw new AppError('UNAVAILABLE', DISK_FULL, { status: 507, cause })
  }

  async function checkUnused(userId: string): Promise<void> {
    if (await hasRoom(userId)) return
    await uploads.keepUsedOf(userId, MOST_UNUSED.count)
    if (!(await hasRoom(userId))) throw new AppError('TOO_MANY_REQUESTS', TOO_MANY)
  }

  return async <R>(userId: string, upload: () => Promise<R>): Promise<R> => {
    await checkDisk()
    await checkUnused(userId)
    return await limited(userId, upload)
  }
}

function tooManyToday(waitMs: number): AppError {
  const hours = Math.ceil(waitMs / HOUR_MS)
  const wait = hours === 1 ? '1 hour' : `${hours} hours`
  const message = `You have uploaded very many pictures today. Try again in ${wait}.`
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS: Math.ceil(waitMs / 1_000) })
}
