import { post } from '@aangan/contracts/testing/posts'
import type { ScreenOptions } from '@aangan/remote/testing/screens'
import { click, go, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { sessionInfo, signedIn } from '../testing/people.ts'
import { renderRemote } from '../testing/screens.ts'

const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 1180 }
const network = {
  '/users/profilePosts': { userPosts: [post({ title: 'Home of mine' })], savedPosts: [] },
  '/auth/sessions': [sessionInfo()],
  '/chats/mails': { isOn: true },
  '/users/searches': [],
}
const HEADINGS = ['My Properties', 'Saved Properties', 'Saved searches', 'Messages', 'Where you are signed in']

const tab = (name: string | RegExp) => page.getByRole('tab', { name })
const section = (name: string) => page.getByRole('region', { name })
const seen = () => HEADINGS.filter((name) => section(name).query()?.checkVisibility())

function open(path: string, options: ScreenOptions = {}) {
  return renderRemote(path, { network, session: signedIn(), viewport: PHONE, ...options })
}

describe('the tabs of a profile', () => {
  it.each([PHONE, TABLET])('show one section at a time at $width px', async (viewport) => {
    await open('/profile', { viewport })
    await shown(section('My Properties').getByText('Home of mine'))
    expect(seen()).toEqual(['My Properties'])
    for (const [label, heading] of [
      ['Saved Properties', 'Saved Properties'],
      ['Messages', 'Messages'],
      ['Saved searches', 'Saved searches'],
      ['Devices', 'Where you are signed in'],
    ] as const) {
      await click(tab(label))
      await until(seen).toEqual([heading])
    }
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(viewport.width)
  })

  it('are in the URL, without history entries of their own', async () => {
    await open('/mails/stop')
    await click(page.getByRole('link', { name: 'Go to your profile' }))
    await until(seen).toEqual(['Messages'])
    await click(tab('Saved Properties'))
    await click(tab('Saved searches'))
    await until(() => location.search).toBe('?tab=searches')
    await go(-1)
    await until(() => location.pathname).toBe('/mails/stop')
    await go(1)
    await until(seen).toEqual(['Saved searches'])
  })

  it.each([
    ['devices', 'Where you are signed in'],
    ['other', 'My Properties'],
  ])('are selected by the URL: %s', async (value, heading) => {
    await open(`/profile?tab=${value}`)
    await until(seen).toEqual([heading])
  })

  it('are not shown on a wide screen', async () => {
    const { offers } = await open('/profile?tab=saved', { viewport: { width: 1366, height: 768 }, unread: 2 })
    await until(seen).toEqual(HEADINGS)
    await gone(page.getByRole('tablist'))
    await until(() => offers).toHaveLength(1)
    expect(location.search).toBe('?tab=saved')
  })
})

describe('a URL with a tab, on a wide screen', () => {
  const WIDE = { width: 1366, height: 768 }
  const many = Array.from({ length: 6 }, (_, at) => post({ id: String(at).padStart(24, '0') }))
  const title = section('Saved searches').getByRole('heading', { name: 'Saved searches' })
  const topOf = () => title.element().getBoundingClientRect().top
  const NAV_HEIGHT = 64

  it('scrolls to its section, below the navigation bar, also while others are loading', async () => {
    const { network: asked } = await open('/mails/stop', { viewport: WIDE })
    const release = asked.hold('/users/profilePosts')
    asked.answer('/users/profilePosts', { userPosts: many, savedPosts: many })
    history.pushState({ key: 'arriving', idx: 1 }, '', '/profile?tab=searches')
    await until(() => hasFocus(title)).toBe(true)
    release()
    await until(() => section('My Properties').getByRole('article').elements().length).toBe(6)
    await until(() => topOf() >= NAV_HEIGHT && topOf() < WIDE.height / 2).toBe(true)
    expect(scrollY).toBeGreaterThan(0)
  })

  it('scrolls there only once: Back restores the previous position', async () => {
    await open('/profile?tab=searches', { viewport: WIDE })
    await until(() => hasFocus(title)).toBe(true)
    await click(page.getByRole('link', { name: 'Update Profile' }))
    await until(() => location.pathname).toBe('/profile/update')
    await go(-1)
    await shown(title)
    expect(hasFocus(title)).toBe(false)
  })

  it('stays at a notice of what has just happened', async () => {
    const notice = 'Your listing is deleted.'
    await open('/profile?tab=searches', { viewport: WIDE, entryState: { notice } })
    await shown(title)
    expect(document.activeElement?.textContent).toBe(notice)
    expect(scrollY).toBe(0)
  })

  it('lets the reader scroll away', async () => {
    const { network: asked } = await open('/mails/stop', { viewport: WIDE })
    const release = asked.hold('/users/profilePosts')
    asked.answer('/users/profilePosts', { userPosts: many, savedPosts: many })
    history.pushState({ key: 'leaving', idx: 1 }, '', '/profile?tab=searches')
    await until(() => hasFocus(title)).toBe(true)
    window.dispatchEvent(new WheelEvent('wheel'))
    window.scrollTo({ top: 0, behavior: 'instant' })
    release()
    await until(() => section('My Properties').getByRole('article').elements().length).toBe(6)
    expect(scrollY).toBe(0)
    expect(topOf()).toBeGreaterThan(WIDE.height / 2)
  })
})

describe('messages on a phone', () => {
  it('are loaded when first selected, and stay mounted', async () => {
    const { offers } = await open('/profile')
    await shown(section('My Properties').getByText('Home of mine'))
    expect(offers).toEqual([])
    await click(tab('Messages'))
    await until(() => offers).toEqual([expect.objectContaining({ slot: 'profile.inbox', props: {} })])
    const [inbox] = offers
    await click(tab('My Properties'))
    await until(seen).toEqual(['My Properties'])
    await click(tab('Messages'))
    await until(seen).toEqual(['Messages'])
    expect(offers).toHaveLength(1)
    expect(offers[0]).toBe(inbox)
  })

  it('are selected if some are unread, and stay selected once they are read', async () => {
    const { countUnread } = await open('/profile', { unread: 2 })
    await until(seen).toEqual(['Messages'])
    await shown(tab('Messages 2 unread chats'))
    await until(() => location.search).toBe('?tab=messages')
    countUnread(0)
    await shown(tab(/^Messages\s*$/))
    expect(seen()).toEqual(['Messages'])
  })

  it('are selected when the unread count arrives', async () => {
    const { countUnread } = await open('/profile')
    await until(seen).toEqual(['My Properties'])
    countUnread(1)
    await until(seen).toEqual(['Messages'])
    await shown(tab('Messages 1 unread chat'))
  })

  it('are not selected once the reader has interacted with another tab', async () => {
    const { countUnread } = await open('/profile')
    await click(section('My Properties').getByRole('heading', { name: 'My Properties' }))
    countUnread(1)
    await shown(tab('Messages 1 unread chat'))
    expect(seen()).toEqual(['My Properties'])
  })

  it('are not selected if the URL names another tab', async () => {
    await open('/profile?tab=saved', { unread: 2 })
    await shown(tab('Messages'))
    expect(seen()).toEqual(['Saved Properties'])
  })
})
