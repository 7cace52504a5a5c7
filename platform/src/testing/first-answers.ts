import type { FirstData } from '@aangan/contracts/page'
import { ID, post, postWithDetail } from '@aangan/contracts/testing/posts'
import type { User } from '@aangan/contracts/users'

export { ID }

/** Half a day from where `Ago` changes: the clocks of the browsers compared are hours away, and React leaves its text. */
const createdAt = new Date(Date.now() - 100.5 * 24 * 3_600_000).toISOString()
const POST = post({ images: [], img: null, createdAt })
const DETAIL = listingWith('<p>Bright and <strong>quiet</strong>.</p>')
const LISTING = { ...DETAIL, postDetail: { ...DETAIL.postDetail, school: 1_800 } }

export const AGENT: User = {
  id: POST.userId,
  username: 'asha',
  avatar: null,
  createdAt: '2024-01-02T03:04:05.000Z',
  agent: { title: 'Advisor', experienceYears: 7, location: 'Pune', specialization: 'Flats', phone: null },
}

/** Stubbed response per manifest call, and the texts that the rendered screen must contain. */
export const ANSWERS: Record<string, { body: unknown; shows: string[] }> = {
  '/posts?limit=6': { body: [POST], shows: ['Flat with a garden', '$ 4.500.000'] },
  '/posts{search}': { body: [POST], shows: ['Flat with a garden', '$ 4.500.000', '1.204 homes in Pune'] },
  '/posts/{id}': {
    body: LISTING,
    shows: ['Flat with a garden', '$ 4.500.000', '1.100 sqft', '1.8km away', 'Bright and <strong>quiet</strong>.'],
  },
  '/posts/cities': { body: [{ city: 'Nashik', count: 1_204 }], shows: ['Nashik', '1.204 homes'] },
  '/users/saved': { body: { ids: [POST.id] }, shows: ['Place Saved'] },
  '/users/profilePosts': {
    body: { userPosts: [{ ...POST, postDetail: DETAIL.postDetail, views: 3 }], savedPosts: [] },
    shows: ['Flat with a garden', '$ 4.500.000', '3 views', 'The homes that you save appear here.'],
  },
  '/users/owner-of/{id}': { body: AGENT, shows: ['Advisor, Pune', 'Member since 2024'] },
  '/users?agents=true': { body: [AGENT], shows: ['asha', '7 years of experience'] },
}

export function answered(path: string, status: number, body: unknown): FirstData {
  return { path, status, headers: { 'x-total-count': '1204' }, body }
}

export function listingWith(desc: string) {
  return postWithDetail({ images: [], img: null, createdAt }, desc)
}
