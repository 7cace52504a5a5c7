import { readUploadUrl } from '@aangan/contracts/media'
import type { PublicUser } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import type { Identity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import type { ListingDoc } from './listing.ts'
import type { PostStore } from './store.ts'

interface Asking extends Pick<Parts, 'bus' | 'log'> {
  posts: PostStore
  waitMs: number
}

type Revised = PublicUser & { rev: number }

/** What this service asks users and media. It works without them. */
export function createOtherServices({ bus, log, posts, waitMs }: Asking) {
  const timeoutMs = waitMs

  async function orElse<T>(asked: Promise<T>, fallback: T, problem: string, facts = {}): Promise<T> {
    return await asked.catch((error: unknown) => {
      log.warn({ err: error, ...facts }, problem)
      return fallback
    })
  }

  /** Falls back to the id if users does not know the person or is unavailable. */
  async function personOf(userId: string): Promise<Revised | string> {
    const asked = bus.request('users.find', { ids: [userId] }, { timeoutMs })
    const problem = 'could not fetch the profile from users; using the id alone'
    return (await orElse(asked, [], problem, { user: userId })).find(({ id }) => id === userId) ?? userId
  }

  return {
    personOf,

    /** The listing's copy, or else the profile from users, which is then stored. Null if users is unavailable. */
    async ownerOf(listing: ListingDoc): Promise<PublicUser | null> {
      if (listing.owner !== null) return listing.owner
      const owner = await personOf(listing.userId)
      if (typeof owner === 'string') return null
      await posts.keepOwner(listing._id, owner)
      return owner
    },

    /** False if users is unavailable: the listing is shown anyway. */
    async hasSaved(person: Identity, postId: string): Promise<boolean> {
      const asked = bus.request('users.saved', { postIds: [postId] }, { timeoutMs, as: person })
      const problem = 'could not ask users whether the listing is saved; showing it as not saved'
      return (await orElse(asked, [], problem, { listing: postId })).includes(postId)
    },

    /** Throws BAD_REQUEST for expired uploads: media removes unused ones after a day. Accepts all if media is down. */
    async checkPictures(images: readonly string[]): Promise<void> {
      const urls = images.filter((url) => readUploadUrl(url) !== null)
      if (urls.length === 0) return
      const asked = bus.request('media.missing', { urls }, { timeoutMs })
      const missing = await orElse(asked, [], 'could not check pictures with media; accepting them')
      if (missing.length === 0) return
      const which = missing.map((url) => images.indexOf(url) + 1).join(', ')
      throw new AppError('BAD_REQUEST', `images: picture ${which} is no longer there. Remove it and upload it again.`)
    },
  }
}
