import type { PublicUser } from '@aangan/contracts/users'
import type { Parts } from '@aangan/service-kit/parts'
import type { ListingDoc } from './listing.ts'
import type { PostStore } from './store.ts'

interface Asking extends Pick<Parts, 'bus' | 'log'> {
  waitMs: number
}

/** Falls back to the id if users does not know the person or is unavailable. */
export async function personOf(userId: string, { bus, log, waitMs }: Asking): Promise<PublicUser | string> {
  try {
    const users = await bus.request('users.find', { ids: [userId] }, { timeoutMs: waitMs })
    return users.find(({ id }) => id === userId) ?? userId
  } catch (error) {
    log.warn({ err: error, user: userId }, 'could not fetch the profile from users; using the id alone')
    return userId
  }
}

/** False if users is unavailable: the listing is shown anyway. */
export async function hasSaved(userId: string, postId: string, { bus, log, waitMs }: Asking): Promise<boolean> {
  try {
    const saved = await bus.request('users.saved', { userId, postIds: [postId] }, { timeoutMs: waitMs })
    return saved.includes(postId)
  } catch (error) {
    log.warn(
      { err: error, listing: postId },
      'could not ask users whether the listing is saved; showing it as not saved',
    )
    return false
  }
}

/** The listing's copy, or else the profile from users, which is then stored. Null if users is unavailable. */
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
