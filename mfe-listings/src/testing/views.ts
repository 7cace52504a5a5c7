import type { Post } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Answers } from '@aangan/web-kit/testing/network'

/** The call by which the page of a listing has its view counted. */
export const viewsOf = ({ id }: Pick<Post, 'id'>) => `POST /posts/${id}/views`

/** What the page of a listing asks of itself besides: that its view is counted, and how soon its owner replies. */
export function viewAnswers(found: readonly Post[]): Answers {
  const { user } = postWithDetail()
  const counted = found.map((post) => [viewsOf(post), new Response(null, { status: 204 })])
  return { ...Object.fromEntries(counted), [`/users/${user.id}`]: user }
}
