import { MAX_NEW } from '@aangan/contracts/account-constants'
import type { Post } from '@aangan/contracts/posts'
import type { SearchDoc } from './search.ts'

/** Listings fetched for a mail; beyond that, it only gives their number. */
export const MOST_FOUND = 30
/** Longest delay until posts returns a published listing. */
const LATE_MS = 5 * 60_000

interface Findings {
  /** Not mailed yet, latest first. */
  posts: Post[]
  total: number
  more: boolean
  /** To be stored after mailing: prevents duplicates without losing listings that arrive late. */
  done: Pick<SearchDoc, 'since' | 'mailed'>
}

/**
 * @param asked when `posts.find-new` was called
 * @param isShown whether a mail may show the listing; the others are not counted, as far as `found` holds them
 */
export function unmailedMatches(
  { since, mailed }: SearchDoc,
  found: { posts: Post[]; total: number },
  { asked, isShown }: { asked: Date; isShown(post: Post): boolean },
): Findings {
  const known = new Set(mailed)
  const posts = found.posts.filter((post) => !known.has(post.id) && isShown(post))
  const isFlood = found.total > found.posts.length
  return {
    posts,
    total: found.total - (found.posts.length - posts.length),
    more: found.total >= MAX_NEW,
    // The mail counts listings beyond the response: an earlier `since` would count them again.
    done: isFlood
      ? { since: asked.toISOString(), mailed: [] }
      : {
          since: later(since, new Date(asked.getTime() - LATE_MS)),
          mailed: found.posts.filter(isShown).map(({ id }) => id),
        },
  }
}

function later(since: string, time: Date): string {
  const text = time.toISOString()
  return text > since ? text : since
}
