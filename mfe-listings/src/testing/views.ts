import type { Post } from '@aangan/contracts/posts'
import type { Answers } from '@aangan/web-kit/testing/network'

/** The call by which the page of a listing has its view counted. */
export const viewsOf = ({ id }: Pick<Post, 'id'>) => `POST /posts/${id}/views`

export function viewAnswers(found: readonly Post[]): Answers {
  return Object.fromEntries(found.map((post) => [viewsOf(post), new Response(null, { status: 204 })]))
}
