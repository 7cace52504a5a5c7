import { readUploadUrl, uploadIdsOf } from '@aangan/contracts/media'
import { LISTING_LIMITS } from '@aangan/contracts/post-constants'
import type { RevisedPost } from '@aangan/contracts/posts'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { Files } from './files.ts'
import type { UploadStore } from './store.ts'

const MOST = LISTING_LIMITS.images
const UPLOADS = /^\/media\/(avatars|posts)\//

/** Idempotent and order-independent. */
export function followAvatars(
  bus: Bus,
  uploads: UploadStore,
  removed: Pick<RemovedAccounts, 'has'>,
): Promise<Subscription> {
  return bus.subscribe({
    durable: 'media-avatars',
    subjects: ['user.changed'],
    async handle({ data: { id, avatar, rev } }) {
      if (!(await removed.has(id)))
        await uploads.setUses(`user:${id}`, uploadIdsOf(avatar === null ? [] : [avatar]), rev)
    },
  })
}

/** Idempotent and order-independent. */
export function followUses(bus: Bus, uploads: UploadStore): Promise<Subscription> {
  const usedBy = (post: Pick<RevisedPost, 'id' | 'images' | 'rev'>) =>
    uploads.setUses(`post:${post.id}`, uploadIdsOf(post.images), post.rev)
  return bus.subscribe({
    durable: 'media-uses',
    subjects: ['post.changed', 'post.added', 'post.removed'],
    async handle({ subject, data }) {
      if (subject === 'post.changed') await usedBy(data)
      // A new listing has no earlier uses to remove.
      else if (subject === 'post.added') {
        for (const post of data.posts) if (uploadIdsOf(post.images).length > 0) await usedBy(post)
      } else await uploads.setUses(`post:${data.id}`, [], data.rev)
    },
  })
}

/** Returns the upload URLs that do not exist or are about to be deleted; other URLs are ignored. */
export function answerMissing(
  bus: Bus,
  { files, uploads }: { files: Files; uploads: UploadStore },
): Promise<Subscription> {
  return bus.respond('media.missing', async ({ urls }) => {
    if (!Array.isArray(urls) || urls.length > MOST || !urls.every((url) => typeof url === 'string')) {
      throw new AppError('BAD_REQUEST', `media.missing takes { urls }: at most ${MOST} addresses`)
    }
    const leaving = await uploads.leaving(uploadIdsOf(urls))
    return urls.filter((url) => {
      const address = readUploadUrl(url)
      return address === null ? UPLOADS.test(url) : leaving.has(address.id) || !files.has(address)
    })
  })
}
