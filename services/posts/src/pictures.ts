import { readUploadUrl } from '@aangan/contracts/media'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'

type Asking = Pick<Parts, 'bus' | 'log'> & { waitMs: number }

/** Throws BAD_REQUEST for expired uploads: media removes unused ones after a day. Accepts all if media is down. */
export async function checkPictures(images: readonly string[], { bus, log, waitMs }: Asking): Promise<void> {
  const urls = images.filter((url) => readUploadUrl(url) !== null)
  if (urls.length === 0) return
  const missing = await bus.request('media.missing', { urls }, { timeoutMs: waitMs }).catch((error: unknown) => {
    log.warn({ err: error }, 'could not check pictures with media; accepting them')
    return []
  })
  if (missing.length === 0) return
  const which = missing.map((url) => images.indexOf(url) + 1).join(', ')
  throw new AppError('BAD_REQUEST', `images: picture ${which} is no longer there. Remove it and upload it again.`)
}
