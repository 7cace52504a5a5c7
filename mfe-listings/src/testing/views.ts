import type { Post } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Answers } from '@aangan/remote/testing/network'

/** The request that counts a view. */
export const viewsOf = ({ id }: Pick<Post, 'id'>) => `POST /posts/${id}/views`

/** Answers for the requests of every listing page: counting the view, and who the owner is. */
export function viewAnswers(found: readonly Post[]): Answers {
  const owner = { ...postWithDetail().user, createdAt: '2026-01-02T03:04:05.000Z' }
  const counted = found.map((post) => [viewsOf(post), new Response(null, { status: 204 })])
  const owners = found.map((post) => [`/users/owner-of/${post.id}`, owner])
  return Object.fromEntries([...counted, ...owners])
}
