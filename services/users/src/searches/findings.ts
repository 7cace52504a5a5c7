import { MAX_NEW } from '@aangan/contracts/account-constants'
import type { Post } from '@aangan/contracts/posts'
import type { SearchDoc } from './search.ts'

/** So many of the latest listings are told apart; of more, the mail gives the number alone. */
export const MOST_FOUND = 30
/** A listing may take so long from its time of publishing to the answers of posts. */
const LATE_MS = 5 * 60_000

interface Findings {
  /** What nobody was mailed yet, the latest first. */
  posts: Post[]
  total: number
  more: boolean
  /** What is to be kept once they are mailed: each is mailed once, and none that comes a little late is lost. */
  done: Pick<SearchDoc, 'since' | 'mailed'>
}

/** What is new to a search in the answer of `posts.find-new`, which was asked for at `asked`. */
export function findingsOf(
  { userId, since, mailed }: SearchDoc,
  found: { posts: Post[]; total: number },
  asked: Date,
): Findings {
  const known = new Set(mailed)
  const posts = found.posts.filter((post) => !known.has(post.id) && post.userId !== userId)
  const isFlood = found.total > found.posts.length
  return {
    posts,
    total: found.total - (found.posts.length - posts.length),
    more: found.total >= MAX_NEW,
    // What is beyond the answer is told by its number: whoever goes on before it would tell it again.
    done: isFlood
      ? { since: asked.toISOString(), mailed: [] }
      : { since: later(since, new Date(asked.getTime() - LATE_MS)), mailed: found.posts.map(({ id }) => id) },
  }
}

function later(since: string, time: Date): string {
  const text = time.toISOString()
  return text > since ? text : since
}
