import { isId } from '@aangan/contracts/ids'
import type { ListingDoc } from './listing.ts'
import type { Removals } from './removals.ts'
import { gone, notFound } from './rules.ts'
import type { PostStore } from './store.ts'

interface Loaded {
  posts: PostStore
  removals: Removals
}

/** Makes what finds the listing of an id; it throws NOT_FOUND, or GONE for one that was taken down. */
export function createLoader({ posts, removals }: Loaded): (id: string) => Promise<ListingDoc> {
  return async (id) => {
    const listing = isId(id) ? await posts.find(id) : null
    if (listing !== null) return listing
    throw isId(id) && (await removals.has(id)) ? gone() : notFound()
  }
}
