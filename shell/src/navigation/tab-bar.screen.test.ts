import type { RemoteRelease } from '@aangan/contracts/remotes'
import { RemoteProvider } from '@aangan/remote/context'
import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { shown } from '@aangan/remote/testing/user-actions'
import { type ComponentProps, createElement } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { followHistory } from './history.ts'
import { TabBar } from './tab-bar.tsx'

const LISTING = `/${'a'.repeat(24)}`
const homes = { routes: [{ path: '/list' }, { path: '/{id}', about: 'listing' }] }
const people = { routes: [{ path: '/profile' }] }
const chat = { routes: [{ path: '/chat' }] }

beforeEach(() => page.viewport(390, 844))

async function renderAt(address: string, remotes: object = { homes, people, chat }) {
  history.replaceState(null, '', address)
  onTestFinished(followHistory())
  const { context } = openTestContext({ status: 'visitor' }, 3)
  const bar = createElement(TabBar, { remotes: remotes as Record<string, RemoteRelease> })
  openRoot().root.render(
    createElement(RemoteProvider, { value: context } as ComponentProps<typeof RemoteProvider>, [
      createElement('div', { key: 1, style: { height: 2_000 } }, 'Page'),
      createElement('div', { key: 2 }, bar),
    ]),
  )
  await shown(page.getByText('Page'))
}

const links = () => [...document.querySelectorAll<HTMLAnchorElement>('nav a')]
const here = () =>
  links()
    .filter((link) => link.ariaCurrent === 'page')
    .map(({ textContent }) => textContent)

it.each([
  ['/list?city=Pune', 'Search'],
  ['/profile?tab=saved', 'Saved'],
  ['/profile?tab=devices', 'Profile'],
  ['/profile', 'Profile'],
])('says where the reader is: %s', async (address, label) => {
  await renderAt(address)
  expect(here()).toEqual([label])
})

it('shows the number of unread chats', async () => {
  await renderAt('/')
  await shown(page.getByRole('link', { name: 'Messages 3 unread chats' }))
  expect(here()).toEqual([])
})

it('leads nowhere that no live remote has', async () => {
  await renderAt('/', { homes, people })
  expect(links().map(({ pathname, search }) => pathname + search)).toEqual(['/list', '/profile?tab=saved', '/profile'])
})

it.each([
  ['on a listing', LISTING, [390, 844]],
  ['on a wide screen', '/list', [820, 844]],
  ['on a low one, of which it would take too much', '/list', [390, 400]],
] as const)('is not there %s', async (_where, address, [width, height]) => {
  await page.viewport(width, height)
  await renderAt(address)
  expect(links().filter((link) => link.checkVisibility())).toEqual([])
  expect(getComputedStyle(document.documentElement).getPropertyValue('--tabs-height')).toBe('0px')
})
