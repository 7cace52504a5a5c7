import { MAX_NEW } from '@aangan/contracts/account-constants'
import type { Post } from '@aangan/contracts/posts'
import type { Matches } from './find-matches.ts'
import type { SearchDoc } from './search.ts'

/** Longest delay until posts returns a published listing. */
const LATE_MS = 5 * 60_000

interface Findings {
  /** Not mailed yet, latest first. */
  posts: Post[]
  /** A lower bound if `more` is set. Neither counts what no mail may show. */
  total: number
  more: boolean
  /** To be stored after mailing: prevents duplicates without losing listings that arrive late. */
  done: Pick<SearchDoc, 'since' | 'mailed' | 'behind'>
}

/** @param asked when posts was asked for the matches */
export function unmailedMatches(
  { since, mailed, behind }: SearchDoc,
  { shown, next }: Pick<Matches, 'shown' | 'next'>,
  asked: Date,
): Findings {
  const began = behind?.began ?? asked.toISOString()
  const known = new Set(mailed)
  const posts = shown.filter(({ id }) => !known.has(id))
  return {
    posts,
    total: Math.min(posts.length, MAX_NEW),
    more: next !== undefined || posts.length > MAX_NEW,
    done: { behind: null, ...doneOf() },
  }

  function doneOf() {
    // The mail counts listings beyond those found: an earlier `since` would count them again.
    if (next !== undefined && shown.length >= MAX_NEW) return { since: began, mailed: [] }
    // Of those mailed before, some may be behind.
    const ids = [...(behind || next !== undefined ? mailed : []), ...shown.map(({ id }) => id)]
    if (next !== undefined) return { since, mailed: ids, behind: { after: next, began } }
    return { since: later(since, new Date(Date.parse(began) - LATE_MS)), mailed: ids }
  }
}

function later(since: string, time: Date): string {
  const text = time.toISOString()
  return text > since ? text : since
}
