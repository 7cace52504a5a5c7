import type { Post } from '@aangan/contracts/posts'
import { useSession } from '@aangan/remote/context'
import { useSimilarQuery } from '../api.ts'
import { Seen } from './seen.tsx'
import { Similar } from './similar.tsx'

/** The second row waits for the first, which would shift it. */
export function Homes({ post }: { post: Post }) {
  const { user } = useSession()
  const { isLoading } = useSimilarQuery(post.id)
  return (
    <>
      <Similar id={post.id} />
      {!isLoading && <Seen key={user?.id} id={post.id} />}
    </>
  )
}
