import type { FirstData } from '@aangan/contracts/page'
import type { Post, PostWithDetail } from '@aangan/contracts/posts'
import type { User } from '@aangan/contracts/users'

export const ID = '0123456789abcdef01234567'
const OWNER = 'a'.repeat(24)

const POST: Post = {
  id: ID,
  userId: OWNER,
  title: 'Flat with a garden',
  price: 4_500_000,
  images: [],
  img: null,
  address: 'Baner Road',
  city: 'Pune',
  bedroom: 2,
  bathroom: 1,
  size: 1_100,
  latitude: '18.5590',
  longitude: '73.7868',
  type: 'buy',
  property: 'apartment',
  createdAt: '2026-01-02T03:04:05.000Z',
}

const LISTING: PostWithDetail = {
  ...POST,
  postDetail: {
    desc: '<p>Bright and <strong>quiet</strong>.</p>',
    utilities: 'owner',
    pet: 'allowed',
    income: null,
    size: 1_100,
    school: 1_800,
    bus: null,
    restaurant: null,
  },
  user: { id: OWNER, username: 'asha', avatar: null },
  isSaved: false,
  rev: 1,
}

const AGENT: User = {
  id: OWNER,
  username: 'asha',
  avatar: null,
  createdAt: '2024-01-02T03:04:05.000Z',
  agent: { title: 'Advisor', experienceYears: 7, location: 'Pune', specialization: 'Flats', phone: null },
}

/** What a call of a manifest is answered with, and the words by which a screen shows that it was. */
export const ANSWERS: Record<string, { body: unknown; shows: string[] }> = {
  '/posts?limit=6': { body: [POST], shows: ['Flat with a garden', '$ 4.500.000'] },
  '/posts{search}': { body: [POST], shows: ['Flat with a garden', '$ 4.500.000', '1.204 homes in Pune'] },
  '/posts/{id}': {
    body: LISTING,
    shows: ['Flat with a garden', '$ 4.500.000', '1.100 sqft', '1.8km away', 'Bright and <strong>quiet</strong>.'],
  },
  '/users?agents=true': { body: [AGENT], shows: ['asha', '7 years of experience'] },
}

export function answered(path: string, status: number, body: unknown): FirstData {
  return { path, status, headers: { 'x-total-count': '1204' }, body }
}
