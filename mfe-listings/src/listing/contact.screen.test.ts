import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { nextAfterSignIn, signInReason } from '@aangan/contracts/sign-in'
import type { Slots } from '@aangan/contracts/slots'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import { refusal } from '@aangan/remote/testing/network'
import { click, go, gone, hasFocus, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../add/testing/form.ts'
import { openListing, PHONE, scrollToEnd, title } from './testing/listing.ts'

/** Other remotes may fill other slots of the page. */
function chatsIn({ offers }: Awaited<ReturnType<typeof openListing>>) {
  return offers.filter(({ slot }) => slot === 'listing.chat')
}

const background = (element: Element) => getComputedStyle(element).backgroundColor

const { postDetail: DETAIL } = postWithDetail()

describe('the contact card', () => {
  it('shows the owner and the price per square foot', async () => {
    await openListing(postWithDetail({ price: 1_000_000, postDetail: { ...DETAIL, size: 500 } }))
    const card = page.getByRole('complementary', { name: 'Contact Owner' })
    await shown(card.getByText('asha'))
    await shown(card.getByText('$ 1,000,000'))
    await shown(card.getByText('$ 2,000 per sqft'))
  })

  it.each([
    ['buy', 'This home is sold.', 'See homes for sale in Pune', '/list?city=Pune&type=buy'],
    ['rent', 'This home is rented.', 'See homes to rent in Pune', '/list?city=Pune&type=rent'],
  ] as const)('leads from a home that is taken (%s) to others', async (type, words, link, path) => {
    await openListing(postWithDetail({ type, status: 'taken' }))
    const card = page.getByRole('complementary', { name: 'Contact Owner' })
    await shown(card.getByText(words))
    const others = await shown(card.getByRole('link', { name: link, exact: true }))
    expect(others.getAttribute('href')).toBe(path)
    const message = await shown(card.getByRole('button', { name: 'Send a Message' }))
    expect(background(message)).not.toBe(background(others))
    expect(background(message)).toBe(background(await shown(card.getByRole('button', { name: 'Save the Place' }))))
  })

  it('keeps price and actions at the bottom of a phone', async () => {
    await openListing(undefined, { viewport: PHONE })
    const button = await shown(page.getByRole('button', { name: 'Send a Message' }))
    const { bottom } = button.getBoundingClientRect()
    expect(bottom).toBeGreaterThan(PHONE.height - 40)
    expect(bottom).toBeLessThanOrEqual(PHONE.height)
  })

  it.each([
    ['a low phone', { width: 375, height: 560 }],
    ['a page at 200 %', { width: 683, height: 384 }],
    ['a page at 400 %', { width: 341, height: 192 }],
  ])('does not cover what has the focus on %s', async (_screen, viewport) => {
    await openListing(undefined, { viewport })
    const bar = (await shown(page.getByText('per sqft'))).closest('[class*=_bar_]')
    const covered = () => {
      const { top, bottom } = bar?.getBoundingClientRect() ?? new DOMRect()
      const box = document.activeElement?.getBoundingClientRect() ?? new DOMRect()
      return box.bottom > top && box.top < bottom
    }
    const stops = document.querySelectorAll<HTMLElement>('article a[href], article button')
    for (const stop of stops) {
      if (bar?.contains(stop)) continue
      stop.focus()
      expect(covered(), stop.textContent).toBe(false)
    }
  })

  it('keeps large text within a phone', async () => {
    const { style } = document.documentElement
    style.fontSize = '200%'
    onTestFinished(() => {
      style.fontSize = ''
    })
    await openListing(postWithDetail({ price: 9_999_999_999, type: 'rent' }), { viewport: PHONE })
    const bar = page.getByRole('complementary', { name: 'Contact Owner' })
    await shown(bar.getByRole('button', { name: 'Save the Place' }))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width)
    for (const part of bar.element().querySelectorAll('p, button')) {
      const { left, right } = part.getBoundingClientRect()
      expect(left, part.textContent).toBeGreaterThanOrEqual(0)
      expect(right, part.textContent).toBeLessThanOrEqual(PHONE.width)
    }
  })

  it('shows the place as saved, in marigold, before a visitor is asked to sign in', async () => {
    const { context } = await openListing()
    const atSignIn: string[] = []
    Object.assign(context.session, {
      signIn(reason: string) {
        const button = document.querySelector('button[aria-pressed=true]')
        if (button) atSignIn.push(`${button.textContent} ${getComputedStyle(button).backgroundColor}`, reason)
      },
    })
    await click(page.getByRole('button', { name: 'Save the Place' }))
    await until(() => atSignIn).toEqual(['Place Saved rgb(242, 166, 59)', 'Sign in to save this home'])
  })

  it('does not cover Save, which has the focus, with why it failed on a phone', async () => {
    const { expectProblem } = await openListing(postWithDetail(), {
      session: signedIn('zoya'),
      viewport: PHONE,
      network: {
        '/users/saved': { ids: [] },
        'POST /users/save': refusal(503, 'UNAVAILABLE', 'Try again in a moment.'),
      },
    })
    expectProblem(/reported: Try again in a moment/)
    const save = await shown(page.getByRole('button', { name: 'Save the Place' }))
    scrollToEnd()
    window.scrollBy(0, save.getBoundingClientRect().bottom - (PHONE.height - 150))
    save.focus({ preventScroll: true })
    save.click()
    const words = await shown(page.getByRole('status').getByText('The home could not be saved.'))
    const [notice, button] = [words.parentElement, save].map((one) => one?.getBoundingClientRect() ?? new DOMRect())
    expect(button?.bottom).toBeGreaterThan(PHONE.height / 2)
    expect(notice && button && (notice.bottom < button.top || button.bottom < notice.top)).toBe(true)
  })

  it('shows why a place could not be saved until that is dismissed, and keeps the focus', async () => {
    const { network, expectProblem } = await openListing(postWithDetail(), {
      session: signedIn('zoya'),
      network: {
        '/users/saved': { ids: [] },
        'POST /users/save': refusal(503, 'UNAVAILABLE', 'Try again in a moment.'),
      },
    })
    expectProblem(/reported: Try again in a moment/)
    const save = page.getByRole('button', { name: 'Save the Place' })
    const release = network.hold('POST /users/save')
    ;(await shown(save)).focus()
    await click(save)
    await shown(page.getByRole('button', { name: 'Place Saved' }))
    release()
    const notice = page.getByRole('status').getByText('The home could not be saved.')
    await shown(notice)
    await shown(save)
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    ;(await shown(dismiss)).focus()
    await click(dismiss)
    await gone(notice)
    expect(hasFocus(save)).toBe(true)
  })

  it('shows a saved place as saved despite an older answer about it', async () => {
    const post = postWithDetail()
    const { network, context } = await openListing(post, {
      session: signedIn('zoya'),
      network: { '/users/saved': { ids: [] }, 'POST /users/save': { message: SAVED_MESSAGE } },
    })
    const save = page.getByRole('button', { name: 'Save the Place' })
    await shown(save)
    const release = network.hold(`/posts/${post.id}`)
    network.answer(`/posts/${post.id}`, { ...post, title: 'New title' })
    context.changes.announce({ type: 'post.changed', id: post.id })
    await until(() => network.asked.filter((call) => call === `/posts/${post.id}`)).toHaveLength(2)
    await click(save)
    await until(() => network.asked).toContain('POST /users/save')
    release()
    await shown(title({ title: 'New title' }))
    await shown(page.getByRole('button', { name: 'Place Saved' }))
  })

  it('asks a visitor who wants to message the owner to sign in, and then opens the chat, once', async () => {
    const post = postWithDetail()
    const network = { '/users/saved': { ids: [] } }
    const screen = await openListing(post)
    await click(page.getByRole('button', { name: 'Send a Message' }))
    expect(location.pathname).toBe('/login')
    expect(signInReason(history.state.usr)).toBe('Sign in to send a message to asha')
    expect(chatsIn(screen)).toEqual([])
    const next = nextAfterSignIn(location.search)
    const signed = await openListing(post, { session: signedIn('zoya'), network, path: next })
    await until(() => chatsIn(signed)).toEqual([expect.objectContaining({ slot: 'listing.chat' })])
    expect(location.pathname + location.search).toBe(`/${post.id}`)
  })

  it('opens a chat with the owner, until that is closed', async () => {
    const post = postWithDetail()
    const screen = await openListing(post, { session: signedIn('zoya'), network: { '/users/saved': { ids: [] } } })
    const button = page.getByRole('button', { name: 'Send a Message' })
    await click(button)
    const { id, title, img, user } = post
    const props = { receiver: user, listing: { id, title, img }, onClose: expect.any(Function) }
    await until(() => chatsIn(screen)).toEqual([expect.objectContaining({ props })])
    for (const { onClose } of chatsIn(screen).map((offer) => offer.props as Slots['listing.chat'])) onClose()
    await until(() => chatsIn(screen)).toEqual([])
    expect(hasFocus(button)).toBe(true)
  })

  it('gets the focus back when a chat that covered the page is closed', async () => {
    const screen = await openListing(postWithDetail(), {
      session: signedIn('zoya'),
      network: { '/users/saved': { ids: [] } },
    })
    const button = page.getByRole('button', { name: 'Send a Message' })
    const before = new Set(document.querySelectorAll('main div'))
    await click(button)
    const empty = [...document.querySelectorAll('main div:empty')].find((element) => !before.has(element))
    const dialog = document.createElement('dialog')
    empty?.append(dialog)
    dialog.showModal()
    for (const { onClose } of chatsIn(screen).map((offer) => offer.props as Slots['listing.chat'])) onClose()
    expect(dialog.isConnected).toBe(false)
    expect(hasFocus(button)).toBe(true)
  })

  it('says that the chat has to wait while nobody can tell who is signed in', async () => {
    await openListing(postWithDetail(), { session: { status: 'unknown' } })
    await click(page.getByRole('button', { name: 'Send a Message' }))
    await shown(page.getByText('The site cannot be reached. Check your connection.'))
  })

  it('reopens the chat on return to its history entry', async () => {
    const post = postWithDetail()
    const screen = await openListing(post, { session: signedIn('zoya'), network: { '/users/saved': { ids: [] } } })
    history.pushState({ idx: 1, usr: { chat: post.id } }, '')
    await go(-1)
    expect(chatsIn(screen)).toEqual([])
    await go(1)
    await until(() => chatsIn(screen)).toEqual([expect.objectContaining({ slot: 'listing.chat' })])
  })
})
