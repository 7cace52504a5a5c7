import type { ListingDoc } from '@aangan/posts/listing'
import type { PostStore } from '@aangan/posts/store'

/** What became of one listing: `repeat` is one that an earlier row of this run already brought. */
export type Fate = 'added' | 'there' | 'repeat'

/** Listings that are written, and announced, together. */
export const PIECE = 200

/** Writes listings in pieces, and tells which of them this run brought. */
export function createPieces(posts: PostStore, now: () => Date) {
  const started = now().getTime()
  let stamp = started - 1

  /** Each piece has a time of its own: by it a listing tells which piece brought it. */
  const nextStamp = (): Date => {
    stamp = Math.max(stamp + 1, now().getTime())
    return new Date(stamp)
  }

  return {
    /** Writes at most PIECE listings with different ids, dated now. Answers a fate for each. */
    async write(listings: ListingDoc[]): Promise<Fate[]> {
      const stamp = nextStamp()
      const documents = listings.map((listing) => ({ ...listing, createdAt: stamp.toISOString() }))
      const added = await posts.add(documents)
      if (added === documents.length) return documents.map(() => 'added')
      return Promise.all(documents.map(({ _id }) => fateOf(posts, _id, stamp, started)))
    },
  }
}

async function fateOf(posts: PostStore, id: string, now: Date, started: number): Promise<Fate> {
  const createdAt = (await posts.find(id))?.createdAt ?? ''
  if (createdAt === now.toISOString()) return 'added'
  return createdAt >= new Date(started).toISOString() ? 'repeat' : 'there'
}
