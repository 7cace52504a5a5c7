import { isId } from '@aangan/contracts/ids'
import type { ListingDoc } from './listing.ts'
import { gone, isVisibleTo, notFound, type ReaderId } from './rules.ts'
import type { PostStore } from './store.ts'

/** Throws NOT_FOUND, or GONE for a removed listing. */
export type Load = (id: string, reader: ReaderId) => Promise<ListingDoc>

export function createLoader(posts: PostStore): Load {
  return async (id, reader) => {
    const listing = isId(id) ? await posts.find(id) : null
    if (listing !== null && isVisibleTo(listing, reader)) return listing
    if (listing !== null) throw notFound()
    throw isId(id) && (await posts.isRemoved(id)) ? gone() : notFound()
  }
}
