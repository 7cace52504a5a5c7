import { postWithDetail } from '@aangan/contracts/testing/posts'
import { listAnswer, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { listNetwork } from '../list/testing/list.ts'
import { renderRemote } from '../testing/screens.ts'
import { listingNetwork, title } from './testing/listing.ts'

it('shows the specified error with its message when the call fails, and tries again', async () => {
  const post = postWithDetail()
  const failing = refusal(503, 'UNAVAILABLE', 'Listings are not available right now.')
  const { network } = await renderRemote(`/${post.id}`, {
    network: listingNetwork([post], { [`/posts/${post.id}`]: failing }),
  })
  const alert = page.getByRole('alert')
  await shown(alert.getByRole('heading', { level: 1, name: 'Unexpected Application Error!', exact: true }))
  await shown(alert.getByText('Listings are not available right now.'))
  expect(document.title).toContain('Unexpected Application Error!')
  network.answer(`/posts/${post.id}`, post)
  await click(alert.getByRole('button', { name: 'Try again' }))
  await shown(title(post))
  await gone(alert)
  await until(() => hasFocus(title(post))).toBe(true)
})

it.each([
  ['of an error', refusal(503, 'UNAVAILABLE', 'Listings are not available right now.')],
  ['of an unknown home', refusal(404, 'NOT_FOUND', 'Post not found')],
  ['of a removed home', refusal(410, 'GONE', 'This post was taken down')],
])('leads on by a search field from the page %s', async (_what, answer) => {
  const post = postWithDetail()
  const network = listNetwork({ [`/posts/${post.id}`]: answer, '/posts': listAnswer([]) })
  await renderRemote(`/${post.id}`, { network })
  await fill(page.getByRole('searchbox', { name: 'Or search homes by city' }), ' Pune ')
  await click(page.getByRole('button', { name: 'Search', exact: true }))
  await until(() => location.pathname + location.search).toBe('/list?city=Pune')
})

it('says that the site cannot be reached, and loads the home once it can', async () => {
  const post = postWithDetail()
  const { network } = await renderRemote(`/${post.id}`, {
    network: listingNetwork([post], { [`/posts/${post.id}`]: unreachable }),
  })
  const alert = page.getByRole('alert')
  await shown(alert.getByRole('heading', { level: 1, name: 'The site cannot be reached' }))
  network.answer(`/posts/${post.id}`, post)
  await click(alert.getByRole('button', { name: 'Try again' }))
  await shown(title(post))
})

it('says that the reader is offline, and loads the home once they are online', async () => {
  const post = postWithDetail()
  const { network } = await renderRemote(`/${post.id}`, {
    network: listingNetwork([post], { [`/posts/${post.id}`]: unreachable }),
  })
  const heading = page.getByRole('alert').getByRole('heading', { level: 1 })
  await shown(heading.getByText('The site cannot be reached'))
  const offline = Object.defineProperty(navigator, 'onLine', { get: () => false, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(offline, 'onLine'))
  window.dispatchEvent(new Event('offline'))
  await shown(heading.getByText('You are offline'))
  network.answer(`/posts/${post.id}`, post)
  window.dispatchEvent(new Event('online'))
  await shown(title(post))
})
