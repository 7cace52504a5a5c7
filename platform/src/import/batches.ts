import type { ListingDoc } from '@aangan/posts/listing'
import type { PostStore } from '@aangan/posts/store'

/** `repeat`: an earlier row of this run has added the listing. `removed`: it was taken down, for good. */
export type Fate = 'added' | 'there' | 'repeat' | 'removed'

export function createBatches(posts: PostStore, now: () => Date) {
  const own = new Set<string>()

  async function fateOf(id: string): Promise<Fate> {
    if (own.has(id)) return 'repeat'
    return (await posts.isRemoved(id)) ? 'removed' : 'there'
  }

  return {
    /** Dates at most BATCH_SIZE listings with distinct ids and writes them. Returns one fate per listing. */
    async write(listings: ListingDoc[]): Promise<Fate[]> {
      const createdAt = now().toISOString()
      for (const listing of listings) listing.createdAt = createdAt
      const added = new Set(await posts.add(listings))
      const fates = listings.map(({ _id }) => (added.has(_id) ? 'added' : fateOf(_id)))
      const known = await Promise.all(fates)
      for (const id of added) own.add(id)
      return known
    },
  }
}
