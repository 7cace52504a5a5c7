import type { Post } from '@aangan/contracts/posts'
import { Seen } from './seen.tsx'
import { Similar } from './similar.tsx'

export function Homes({ post }: { post: Post }) {
  return (
    <>
      <Similar id={post.id} />
      <Seen id={post.id} />
    </>
  )
}
