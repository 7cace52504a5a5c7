import { Post, PostDetail, type PostWithDetail } from '../posts.ts'
import { unstated } from './unstated.ts'

export const ID = '0123456789abcdef01234567'

/** A listing as `GET /posts` returns it; a test states only the fields that matter. */
export function post(changes: Partial<Post> = {}): Post {
  return {
    ...unstated(Post),
    id: ID,
    userId: 'a'.repeat(24),
    title: 'Flat with a garden',
    price: 4_500_000,
    images: ['/media/drawings/apartment/a1/0.svg'],
    img: '/media/drawings/apartment/a1/0.svg',
    alts: [''],
    address: 'Baner Road',
    city: 'Pune',
    bedroom: 2,
    bathroom: 1,
    size: 1_100,
    latitude: '18.5590',
    longitude: '73.7868',
    approximate: false,
    type: 'buy',
    property: 'apartment',
    status: 'live',
    createdAt: '2026-01-02T03:04:05.000Z',
    ...changes,
  }
}

/** A listing as `GET /posts/{id}` returns it. */
export function postWithDetail(
  changes: Partial<PostWithDetail> = {},
  desc = '<p>Bright &amp; <b>quiet</b>.</p>',
): PostWithDetail {
  return {
    ...post(),
    postDetail: {
      ...unstated(PostDetail),
      desc,
      utilities: 'owner',
      pet: 'allowed',
      size: 1_100,
      school: 800,
    },
    user: { id: 'a'.repeat(24), username: 'asha', avatar: null },
    isSaved: false,
    rev: 3,
    ...changes,
  }
}
