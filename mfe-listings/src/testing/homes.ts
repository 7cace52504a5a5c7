import type { Post } from '@aangan/contracts/posts'
import { post } from '@aangan/contracts/testing/posts'

/** Listings titled 'Home 1', 'Home 2', … */
export function homes(count: number, change: (at: number) => Partial<Post> = () => ({})): Post[] {
  return Array.from({ length: count }, (_, at) =>
    post({ id: (at + 1).toString(16).padStart(24, '0'), title: `Home ${at + 1}`, ...change(at) }),
  )
}
