import type { AddedPost } from '@aangan/contracts/posts'
import type { DocumentEvent } from '@aangan/service-kit/writes/document'
import { addedPost, type ListingDoc, toPost } from './listing.ts'
import type { SearchedPost } from './search/listing-row.ts'

/** Carries only the fields that anyone may see in a list. */
export function postChanged(listing: ListingDoc): DocumentEvent {
  return { subject: 'post.changed', data: toPost(listing) }
}

/** NATS limits a message to 1 MB. */
const MOST_CHARACTERS = 300_000

export function postsAdded(listings: ListingDoc[]): DocumentEvent[] {
  const groups: AddedPost[][] = []
  let room = 0
  for (const listing of listings) {
    const post = addedPost(listing)
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

/** Approximate length as JSON: counts only the fields that may be long. */
function lengthOf({ address, city, images }: AddedPost): number {
  return 500 + [address, city, ...images].reduce((sum, text) => sum + text.length + 3, 0)
}

export function postRemoved({ _id, userId }: Pick<ListingDoc, '_id' | 'userId'>): DocumentEvent {
  return { subject: 'post.removed', data: { id: _id, userId } }
}

export function searched(listing: ListingDoc): SearchedPost {
  return { ...toPost(listing), rev: listing.rev }
}
