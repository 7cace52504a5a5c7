import type { Post } from '@aangan/contracts/posts'
import { nextCursor } from '@aangan/web-kit/next-cursor'

export interface PostsPage {
  posts: Post[]
  /** `more` if there are more than `count`. */
  total: { count: number; more: boolean }
  /** The cursor of the next page; null on the last one. */
  next: string | null
}

/** Reads the headers `X-Total-Count: 214` or `10000+`, and `Link: <…>; rel="next"`. */
export function toPostsPage(posts: Post[], headers?: Pick<Headers, 'get'>): PostsPage {
  const [, digits, plus] = /^(\d+)(\+?)$/.exec(headers?.get('x-total-count') ?? '') ?? []
  return {
    posts,
    total: { count: Number(digits ?? posts.length), more: plus === '+' },
    next: nextCursor(headers),
  }
}
