import type { ListingDoc } from '@aangan/posts/listing'
import type { PostStore } from '@aangan/posts/store'

/** What became of one listing: `repeat` is one that an earlier row of this run already brought. */
export type Fate = 'added' | 'there' | 'repeat'

/** A running site on the same files waits while a piece is committed, so a commit stays well under 20 ms. */
const TARGET_MS = 8
const LEAST = 20
const MOST = 200

/** Writes listings in pieces whose size follows the time that the last one took. */
export function createPieces(posts: PostStore, clock: { now: () => Date; elapsed: () => number }) {
  const started = clock.now().getTime()
  let stamp = started - 1
  let size = 50
  let slowest = 0

  /** Each piece has a time of its own: by it a listing tells which piece brought it. */
  const nextStamp = (): Date => {
    stamp = Math.max(stamp + 1, clock.now().getTime())
    return new Date(stamp)
  }

  return {
    size: () => size,
    /** The longest commit so far, in milliseconds. */
    slowest: () => slowest,
    /** Writes one piece of listings with different ids, dated now. Answers a fate for each. */
    async write(listings: ListingDoc[]): Promise<Fate[]> {
      const now = nextStamp()
      const documents = listings.map((listing) => ({ ...listing, createdAt: now.toISOString() }))
      const before = clock.elapsed()
      const added = await posts.add(documents)
      const took = clock.elapsed() - before
      slowest = Math.max(slowest, took)
      size = Math.max(LEAST, Math.min(MOST, Math.round(size * Math.max(0.5, Math.min(1.5, TARGET_MS / took)))))
      if (added === documents.length) return documents.map(() => 'added')
      return Promise.all(documents.map(({ _id }) => fateOf(posts, _id, now, started)))
    },
  }
}

async function fateOf(posts: PostStore, id: string, now: Date, started: number): Promise<Fate> {
  const createdAt = (await posts.find(id))?.createdAt ?? ''
  if (createdAt === now.toISOString()) return 'added'
  return createdAt >= new Date(started).toISOString() ? 'repeat' : 'there'
}
