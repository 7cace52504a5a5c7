import { isId } from '@aangan/contracts/ids'
import type { ListingDoc } from './listing.ts'
import { gone, notFound } from './rules.ts'
import type { PostStore } from './store.ts'

/** Makes what finds the listing of an id; it throws NOT_FOUND, or GONE for one that was taken down. */
export function createLoader(posts: PostStore): (id: string) => Promise<ListingDoc> {
  return async (id) => {
    const listing = isId(id) ? await posts.find(id) : null
    if (listing !== null) return listing
    throw isId(id) && (await posts.isRemoved(id)) ? gone() : notFound()
  }
}
