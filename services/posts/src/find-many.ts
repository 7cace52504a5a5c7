import { isId } from '@aangan/contracts/ids'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import { toPost } from './rules.ts'
import type { PostStore } from './store.ts'

const MOST = 500

/** Answers other services what is listed. Unknown ids and removed ones are left out; more than 500 are BAD_REQUEST. */
export function answerFindMany(bus: Bus, posts: PostStore): Promise<Subscription> {
  return bus.respond('posts.find-many', async ({ ids }) => {
    if (!Array.isArray(ids) || ids.length > MOST || !ids.every(isId)) {
      throw new AppError('BAD_REQUEST', `posts.find-many takes { ids }: at most ${MOST} ids of 24 hex digits`)
    }
    return (await posts.findMany(ids)).map((listing) => ({ ...toPost(listing), rev: listing.rev }))
  })
}
