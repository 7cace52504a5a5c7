import type { Happened } from '@aangan/service-kit/writes/document'
import type { ListingDoc } from './listing.ts'
import { toPost } from './rules.ts'

/** What others hear of a listing that is new or has changed: all that anyone may see of it in a list. */
export function postChanged(listing: ListingDoc): Happened {
  return { subject: 'post.changed', data: toPost(listing) }
}

export function postRemoved({ _id, userId }: Pick<ListingDoc, '_id' | 'userId'>): Happened {
  return { subject: 'post.removed', data: { id: _id, userId } }
}
