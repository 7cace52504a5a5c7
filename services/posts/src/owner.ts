import type { PublicUser } from '@aangan/contracts/users'
import type { Parts } from '@aangan/service-kit/parts'
import type { ListingDoc } from './listing.ts'
import type { PostStore } from './store.ts'

/**
 * The owner as the listing's own copy says; where none has arrived yet, as users says, and then the copy is kept.
 * Null when users does not know or cannot say: the reader gets the listing either way.
 */
export async function ownerOf(
  listing: ListingDoc,
  { bus, log, posts, waitMs }: Pick<Parts, 'bus' | 'log'> & { posts: PostStore; waitMs: number },
): Promise<PublicUser | null> {
  if (listing.owner !== null) return listing.owner
  try {
    const users = await bus.request('users.find', { ids: [listing.userId] }, { timeoutMs: waitMs })
    const owner = users.find(({ id }) => id === listing.userId) ?? null
    if (owner !== null) await posts.keepOwner(listing._id, owner)
    return owner
  } catch (error) {
    log.warn({ err: error, listing: listing._id }, 'the owner could not be had; the listing is shown without')
    return null
  }
}
