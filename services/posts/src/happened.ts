import type { RevisedPost } from '@aangan/contracts/posts'
import type { Happened } from '@aangan/service-kit/writes/document'
import type { ListingDoc } from './listing.ts'
import { toPost } from './rules.ts'
import type { SearchedPost } from './search/listing-row.ts'

/** What others hear of a listing that is new or has changed: all that anyone may see of it in a list. */
export function postChanged(listing: ListingDoc): Happened {
  return { subject: 'post.changed', data: toPost(listing) }
}

/** NATS takes a megabyte. */
const MOST_CHARACTERS = 300_000

/** What others hear of many that were added together. */
export function postsAdded(listings: ListingDoc[]): Happened[] {
  const groups: RevisedPost[][] = []
  let room = 0
  for (const listing of listings) {
    const post = { ...toPost(listing), rev: listing.rev }
    const length = lengthOf(post)
    if (length > room) {
      groups.push([])
      room = MOST_CHARACTERS
    }
    groups.at(-1)?.push(post)
    room -= length
  }
  return groups.map((posts) => ({ subject: 'post.added', data: { posts } }))
}

/** About what it takes as JSON: what may be long is counted. */
function lengthOf({ title, address, city, images, alts }: RevisedPost): number {
  return 500 + [title, address, city, ...images, ...alts].reduce((sum, text) => sum + text.length + 3, 0)
}

export function postRemoved({ _id, userId }: Pick<ListingDoc, '_id' | 'userId'>): Happened {
  return { subject: 'post.removed', data: { id: _id, userId } }
}

/** What search is told of it before that. */
export function searched(listing: ListingDoc): SearchedPost {
  return { ...toPost(listing), rev: listing.rev }
}
