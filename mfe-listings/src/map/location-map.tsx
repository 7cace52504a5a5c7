import type { Post } from '@aangan/contracts/posts'
import type { ReactNode } from 'react'
import { LazyMap } from './lazy-map.tsx'

/** Where a listing is: the listing page's location block, without a heading. It fills its parent's width. */
export function LocationMap({ post }: { post: Post }): ReactNode {
  return <LazyMap label={`Map of ${post.address}`} />
}
