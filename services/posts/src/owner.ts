import type { PublicUser } from '@aangan/contracts/users'
import type { Parts } from '@aangan/service-kit/parts'
import type { ListingDoc } from './listing.ts'
import type { PostStore } from './store.ts'

interface Asking extends Pick<Parts, 'bus' | 'log'> {
  waitMs: number
}

/** What users says of a person; the id alone when it does not know or cannot say. */
export async function personOf(userId: string, { bus, log, waitMs }: Asking): Promise<PublicUser | string> {
  try {
    const users = await bus.request('users.find', { ids: [userId] }, { timeoutMs: waitMs })
    return users.find(({ id }) => id === userId) ?? userId
  } catch (error) {
    log.warn({ err: error, user: userId }, 'users could not be asked who somebody is')
    return userId
  }
}

/** Whether somebody saved a listing; false when users cannot say: the reader gets the listing either way. */
export async function hasSaved(userId: string, postId: string, { bus, log, waitMs }: Asking): Promise<boolean> {
  try {
    const saved = await bus.request('users.saved', { userId, postIds: [postId] }, { timeoutMs: waitMs })
    return saved.includes(postId)
  } catch (error) {
    log.warn({ err: error, listing: postId }, 'users could not be asked whether a listing is saved')
    return false
  }
}

/**
 * The owner as the listing's own copy says; where none has arrived yet, as users says, and then the copy is kept.
 * Null when users does not know or cannot say: the reader gets the listing either way.
 */
export async function ownerOf(
  listing: ListingDoc,
  { posts, ...asking }: Asking & { posts: PostStore },
): Promise<PublicUser | null> {
  if (listing.owner !== null) return listing.owner
  const owner = await personOf(listing.userId, asking)
  if (typeof owner === 'string') return null
  await posts.keepOwner(listing._id, owner)
  return owner
}
