import { postWithDetail } from '@aangan/contracts/testing/posts'
import type { Session } from '@aangan/contracts/users'
import { fill, shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { openListing, title } from './listing/testing/listing.ts'
import { homes } from './testing/homes.ts'
import { renderRemote } from './testing/screens.ts'
import { viewsOf } from './testing/views.ts'

const ID = 'a'.repeat(24)
const user = { id: ID, username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }
const SIGNED_IN: Session = { status: 'user', user }
const SAVED = { '/users/saved': { ids: [] } }
const stored = () => Object.keys(localStorage)

it('the draft of a listing leaves the browser when its writer signs out, even in another tab', async () => {
  const { context, become } = await renderRemote('/add', { session: SIGNED_IN })
  await fill(page.getByLabelText('Title'), 'A flat of asha')
  await until(() => stored().join()).toContain(`add-draft:${ID}`)
  context.changes.announce({ type: 'user.left', id: ID })
  expect(stored()).toEqual([])
  become({ status: 'visitor' })
  await until(stored).toEqual([])
})

it('seen and visited homes leave it, too', async () => {
  const [post] = homes(1).map((home) => postWithDetail({ ...home, userId: 'b'.repeat(24) }))
  if (!post) throw new Error('There is no home.')
  const { context } = await openListing(post, { session: SIGNED_IN, network: SAVED })
  await shown(title(post))
  await until(() => stored().join()).toContain('recently-viewed')
  context.changes.announce({ type: 'user.left', id: ID })
  expect(stored()).toEqual([])
})

it('a listing that stays open does not become the history of whoever comes after its reader', async () => {
  const [post] = homes(1).map((home) => postWithDetail({ ...home, userId: 'b'.repeat(24) }))
  if (!post) throw new Error('There is no home.')
  const { context, become, network } = await openListing(post, { session: SIGNED_IN, network: SAVED })
  const views = () => network.asked.filter((call) => call === viewsOf(post)).length
  await until(() => stored().join()).toContain('recently-viewed')
  expect(stored().join()).toContain('visited-homes')
  await until(views).toBe(1)
  become({ status: 'visitor' })
  context.changes.announce({ type: 'user.left', id: ID })
  // The page is loaded again, and has run its effects.
  await until(views).toBe(2)
  expect(stored()).toEqual([])
})

it('a listing opened by a visitor becomes the history of the user they turn out to be', async () => {
  const [post] = homes(1).map((home) => postWithDetail(home))
  if (!post) throw new Error('There is no home.')
  localStorage.setItem('person', JSON.stringify({ id: ID, since: Date.now() }))
  const { become } = await openListing(post, { session: { status: 'unknown' }, network: SAVED })
  become(SIGNED_IN)
  await until(() => stored().join()).toContain(`person:${ID}:recently-viewed`)
})

it('what only the person could read is fetched again once they have left', async () => {
  const [post] = homes(1).map((home) => postWithDetail({ ...home, userId: ID, status: 'unpublished' }))
  if (!post) throw new Error('There is no home.')
  const { context, network } = await openListing(post, {
    session: SIGNED_IN,
    network: { ...SAVED, [`/posts/${post.id}/views`]: { total: 0, days: [] } },
  })
  await shown(title(post))
  const before = network.asked.filter((call) => call === `/posts/${post.id}`).length
  context.changes.announce({ type: 'user.left', id: ID })
  await until(() => network.asked.filter((call) => call === `/posts/${post.id}`).length).toBeGreaterThan(before)
})
