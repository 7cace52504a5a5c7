import type { Post } from '@aangan/contracts/posts'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import { type Answers, listAnswer } from '@aangan/remote/testing/network'
import { click, shown, texts } from '@aangan/remote/testing/user-actions'
import { page } from 'vitest/browser'
import { homes } from '../../testing/homes.ts'
import { viewAnswers } from '../../testing/views.ts'

export const PHONE = { width: 390, height: 844 }

/** Answers everything a list requests; each home can be opened. */
export function listNetwork(changes: Answers = {}, found: readonly Post[] = homes(3)): Answers {
  return {
    '/posts': listAnswer(found),
    '/posts/map': [],
    '/posts/places': [],
    '/posts/nearby': [],
    '/users/searches': [],
    ...Object.fromEntries(found.map((post) => [`/posts/${post.id}`, postWithDetail(post)])),
    ...viewAnswers(found),
    ...changes,
  }
}

export const field = {
  location: page.getByLabelText('Location', { exact: true }),
  type: page.getByLabelText('Type', { exact: true }),
  property: page.getByLabelText('Property', { exact: true }),
  minPrice: page.getByLabelText('Min Price', { exact: true }),
  maxPrice: page.getByLabelText('Max Price', { exact: true }),
  bedroom: page.getByLabelText('Bedroom', { exact: true }),
  sort: page.getByLabelText('Sort', { exact: true }),
}

export const cards = page.getByRole('article')
export const heading = page.getByRole('heading', { level: 1 })

export const results = () => shown(cards.first())
export const search = () => click(page.getByRole('button', { name: 'Search', exact: true }))
export const openFilters = () => click(page.getByRole('button', { name: /^Filters/ }))
export const cardTitles = () => texts(cards.getByRole('heading'))
export const openCard = (at: number) => click(cards.nth(at).getByRole('heading').getByRole('link'))

/** For example '20 homes in Pune'. */
export const countShown = () =>
  page
    .getByRole('status')
    .getByText(/^[\d,]+\+? homes?( (in|within) .*)?$/)
    .query()?.textContent
