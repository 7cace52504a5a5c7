import { LEFT_OUT_HEADER } from '@aangan/contracts/post-constants'
import type { Post } from '@aangan/contracts/posts'
import { nextCursor } from '@aangan/remote/next-cursor'

export interface PostsPage {
  posts: Post[]
  /** `more` if there are more than `count`. */
  total: { count: number; more: boolean }
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The query string of what the search means, if its text says more than a place: '2bhk in Pune'. */
  meant: string | null
  /** Words of the searched text without which it searches; empty if it uses all. */
  leftOut: string
}

/**
 * Reads the headers `X-Total-Count: 214` or `10000+`, `Link: <…>; rel="next"`, `Content-Location:
 * /posts?city=Pune&bedroom=2`, and LEFT_OUT_HEADER.
 */
export function toPostsPage(posts: Post[], headers?: Pick<Headers, 'get'>): PostsPage {
  const [, digits, plus] = /^(\d+)(\+?)$/.exec(headers?.get('x-total-count') ?? '') ?? []
  return {
    posts,
    total: { count: Number(digits ?? posts.length), more: plus === '+' },
    next: nextCursor(headers),
    leftOut: decodeURIComponent(headers?.get(LEFT_OUT_HEADER) ?? ''),
    meant: /\?.*/.exec(headers?.get('content-location') ?? '')?.[0] ?? null,
  }
}
