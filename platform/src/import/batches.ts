import type { ListingDoc } from '@aangan/posts/listing'
import type { PostStore } from '@aangan/posts/store'

/** `repeat`: an earlier row of this run has already added the listing. */
export type Fate = 'added' | 'there' | 'repeat'

export function createBatches(posts: PostStore, now: () => Date) {
  const started = now().getTime()
  let stamp = started - 1

  /** Unique per batch, so that createdAt identifies the batch that added a listing. */
  const nextStamp = (): Date => {
    stamp = Math.max(stamp + 1, now().getTime())
    return new Date(stamp)
  }

  return {
    /** Dates at most BATCH_SIZE listings with distinct ids and writes them. Returns one fate per listing. */
    async write(listings: ListingDoc[]): Promise<Fate[]> {
      const stamp = nextStamp()
      const createdAt = stamp.toISOString()
      for (const listing of listings) listing.createdAt = createdAt
      const added = await posts.add(listings)
      if (added === listings.length) return listings.map(() => 'added')
      return Promise.all(listings.map(({ _id }) => fateOf(posts, _id, stamp, started)))
    },
  }
}

async function fateOf(posts: PostStore, id: string, now: Date, started: number): Promise<Fate> {
  const createdAt = (await posts.find(id))?.createdAt ?? ''
  if (createdAt === now.toISOString()) return 'added'
  return createdAt >= new Date(started).toISOString() ? 'repeat' : 'there'
}
