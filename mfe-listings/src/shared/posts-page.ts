import type { Post } from '@aangan/contracts/posts'
import { nextCursor } from '@aangan/web-kit/next-cursor'

export interface PostsPage {
  posts: Post[]
  /** `more` if there are more than `count`. */
  total: { count: number; more: boolean }
  /** The cursor of the next page; null on the last one. */
  next: string | null
  /** The query string of what the search means, if its text says more than a place: '2bhk in Pune'. */
  meant: string | null
}

/**
 * Reads the headers `X-Total-Count: 214` or `10000+`, `Link: <…>; rel="next"` and `Content-Location:
 * /posts?city=Pune&bedroom=2`.
 */
export function toPostsPage(posts: Post[], headers?: Pick<Headers, 'get'>): PostsPage {
  const [, digits, plus] = /^(\d+)(\+?)$/.exec(headers?.get('x-total-count') ?? '') ?? []
  return {
    posts,
    total: { count: Number(digits ?? posts.length), more: plus === '+' },
    next: nextCursor(headers),
    meant: /\?.*/.exec(headers?.get('content-location') ?? '')?.[0] ?? null,
  }
}
