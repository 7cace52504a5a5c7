import type { NavEntry } from '@aangan/contracts/manifest'
import { HELD, KEPT } from '@aangan/contracts/page'
import type { RemoteRelease } from '@aangan/contracts/remotes'
import { RemoteProvider } from '@aangan/remote/context'
import { openTestContext } from '@aangan/remote/testing/context'
import { openRoot } from '@aangan/remote/testing/open-root'
import { click, gone, shown } from '@aangan/remote/testing/user-actions'
import { type ComponentProps, createElement } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { NavBar } from './nav-bar.tsx'

const user = { id: 'a'.repeat(24), username: 'W'.repeat(20), email: 'w@aangan.example', avatar: null }
const entry = (path: string, label: string, order: number): NavEntry =>
  ({ path, label, order, for: 'everyone', area: order < 20 ? 'main' : 'account' }) as const
const nav = [
  ...[
    entry('/', 'Home', 1),
    entry('/about', 'About', 2),
    entry('/contact', 'Contact', 3),
    entry('/agents', 'Agents', 4),
  ],
  ...[entry('/chat', 'Messages', 25), entry('/profile', 'Profile', 30)],
]

function renderBar() {
  const { context } = openTestContext({ status: 'user', user: { ...user, createdAt: '2026-01-02T03:04:05.000Z' } }, 12)
  const bar = createElement(NavBar, { siteName: 'Aangan', remotes: { homes: { nav } as unknown as RemoteRelease } })
  openRoot().root.render(
    createElement(RemoteProvider, { value: context } as ComponentProps<typeof RemoteProvider>, bar),
  )
}

it.each([768, 820, 1024])('fits a long name and the numbers of unread chats: %i px', async (width) => {
  await page.viewport(width, 700)
  renderBar()
  const profile = await shown(page.getByRole('link', { name: 'Profile 12 unread chats' }))
  await shown(page.getByRole('link', { name: 'Messages 12 unread chats' }))
  expect(document.documentElement.scrollWidth).toBe(width)
  const boxes = [...document.querySelectorAll('header a:not(.skip-link)'), profile].map((link) =>
    link.getBoundingClientRect(),
  )
  expect(boxes.every(({ left, right }) => left >= 0 && right <= width)).toBe(true)
  for (const [at, { right }] of boxes.slice(0, -2).entries())
    expect(right).toBeLessThanOrEqual(boxes[at + 1]?.left ?? 0)
})

it('has the messages in its menu on a phone', async () => {
  await page.viewport(390, 844)
  renderBar()
  await click(page.getByRole('button', { name: 'Menu 12 unread chats' }))
  const menu = page.getByRole('dialog', { name: 'Menu' })
  await shown(menu.getByRole('link', { name: 'Messages 12 unread chats' }))
})

it('shows its links on a phone once the menu is pressed before the scripts have come', async () => {
  await page.viewport(390, 844)
  renderBar()
  const menu = await shown(page.getByRole('button', { name: /^Menu/ }))
  menu.setAttribute(HELD, '')
  await shown(page.getByRole('link', { name: 'About', exact: true }))
  const profile = await shown(page.getByRole('link', { name: 'Profile 12 unread chats' }))
  expect(profile.getBoundingClientRect().top).toBeGreaterThanOrEqual(menu.getBoundingClientRect().bottom)
  expect(document.documentElement.scrollWidth).toBe(390)
})

it('says that the reader is offline, until they are not, in a row of its own', async () => {
  await page.viewport(390, 844)
  let onLine = true
  Object.defineProperty(navigator, 'onLine', { get: () => onLine, configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'onLine'))
  const become = (type: 'online' | 'offline') => {
    onLine = type === 'online'
    window.dispatchEvent(new Event(type))
  }
  renderBar()
  const told = page.getByRole('banner').getByRole('status').getByText('You are offline', { exact: true })
  const heightOf = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height ?? 0
  await shown(page.getByRole('button', { name: /^Menu/ }))
  const before = heightOf('header')
  become('offline')
  const strip = (await shown(told)).getBoundingClientRect()
  expect(strip.bottom).toBe(heightOf('header') - 1)
  expect(heightOf('header') - before).toBe(strip.height)
  become('online')
  await gone(told)
})

it('says that there is no connection, which need not leave an earlier copy', async () => {
  const { documentElement } = document
  onTestFinished(() => documentElement.removeAttribute(KEPT))
  renderBar()
  await shown(page.getByRole('button', { name: /^Menu/ }))
  documentElement.setAttribute(KEPT, '')
  await shown(page.getByRole('banner').getByRole('status').getByText('No connection. Trying again…', { exact: true }))
})
