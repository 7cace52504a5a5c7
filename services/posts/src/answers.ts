import { isId } from '@aangan/contracts/ids'
import type { OwnPost } from '@aangan/contracts/posts'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { ListingDoc } from './listing.ts'
import { isThere, toDetail, toPost } from './rules.ts'
import type { PostStore } from './store.ts'

const MOST = 500

/** Answers other services what is listed. Unknown ids, removed and unpublished ones are left out; more than 500 are BAD_REQUEST. */
export async function answerOthers(bus: Bus, posts: PostStore): Promise<Subscription[]> {
  return [
    await bus.respond('posts.find-many', async ({ ids }) => {
      const found = await posts.findMany(checkIds('posts.find-many', ids))
      return found.filter(isPublic).map((listing) => ({ ...toPost(listing), rev: listing.rev }))
    }),
    await bus.respond('posts.find-details', async ({ ids }) => {
      return (await posts.findMany(checkIds('posts.find-details', ids))).filter(isPublic).map(toOwnPost)
    }),
    await bus.respond('posts.of-owner', async ({ userId }) => (await posts.ofOwner(userId, MOST)).map(toOwnPost)),
  ]
}

function isPublic(listing: ListingDoc): boolean {
  return isThere(listing, null)
}

function checkIds(subject: string, ids: unknown): string[] {
  if (Array.isArray(ids) && ids.length <= MOST && ids.every(isId)) return ids
  throw new AppError('BAD_REQUEST', `${subject} takes { ids }: at most ${MOST} ids of 24 hex digits`)
}

function toOwnPost(listing: ListingDoc): OwnPost {
  return { ...toPost(listing), postDetail: toDetail(listing) }
}
