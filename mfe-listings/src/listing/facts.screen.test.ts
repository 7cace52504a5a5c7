import { SAVED_MESSAGE } from '@aangan/contracts/post-constants'
import { nextAfterSignIn, signInReason } from '@aangan/contracts/sign-in'
import type { Slots } from '@aangan/contracts/slots'
import { postWithDetail } from '@aangan/contracts/testing/posts'
import { input } from '@aangan/web-kit/testing/input'
import { click, go, gone, hasFocus, shown, texts, until } from '@aangan/web-kit/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { signedIn } from '../add/testing/form.ts'
import { renderRemote } from '../testing/screens.ts'
import { listingNetwork, openListing, PHONE, title } from './testing/listing.ts'

/** Other remotes may fill other places of the page. */
function chatsIn({ offers }: Awaited<ReturnType<typeof openListing>>) {
  return offers.filter(({ slot }) => slot === 'listing.chat')
}

const background = (element: Element) => getComputedStyle(element).backgroundColor

const LONG_WORD = `https://www.example.com/${'requirements_and_income_policy_'.repeat(3)}.pdf`
const { postDetail: DETAIL } = postWithDetail()

it('shows General, Sizes and Nearby Places with the specified labels', async () => {
  const postDetail = { ...DETAIL, utilities: 'owner', pet: 'not-allowed', income: '3x rent', size: 1100 } as const
  const near = { school: 1500, bus: 850, restaurant: 999 }
  await openListing(
    postWithDetail({
      ...{ type: 'rent', bedroom: 3, bathroom: 1, furnishing: 'unfurnished' },
      postDetail: { ...postDetail, ...near },
    }),
  )
  const facts = (name: string) => texts(page.getByRole('region', { name }).getByRole('definition'))
  expect(facts('General')).toEqual(['Owner is responsible', 'Pets not Allowed', '3x rent', 'Unfurnished'])
  expect(facts('Sizes')).toEqual(['1,100 sqft', '3 beds', '1 bathroom'])
  expect(facts('Nearby Places')).toEqual(['1.5km away', '850m away', '999m away'])
})

it('the number of rooms in a title stays on one line', async () => {
  await openListing(postWithDetail({ title: 'Unfurnished 1 BHK apartment' }))
  expect(page.getByRole('heading', { level: 1 }).element().textContent).toBe('Unfurnished 1\u00a0BHK apartment')
})

describe('the facts beneath the address', () => {
  const facts = () =>
    page.getByRole('heading', { level: 1 }).query()?.parentElement?.lastElementChild?.textContent.trim()

  it.each([
    [
      { bedroom: 1, size: 610, furnishing: 'unfurnished' },
      '1\u00a0bedroom\u00a0· 1\u00a0bathroom\u00a0· 610\u00a0sqft\u00a0· Unfurnished',
    ],
    [{ bedroom: 2, size: null }, '2\u00a0bedrooms\u00a0· 1\u00a0bathroom'],
    [{ property: 'land', size: 1_100 }, '1,100\u00a0sqft'],
    [{ property: 'land', size: null }, 'Baner Road, Pune'],
  ] as const)('of %j are %j', async (changes, words) => {
    await openListing(postWithDetail(changes))
    expect(facts()).toBe(words)
  })
})

it.each([
  ['address', { address: LONG_WORD }],
  ['city', { city: LONG_WORD }],
  ['income policy', { type: 'rent' as const, postDetail: { ...DETAIL, income: LONG_WORD } }],
])('fits a phone with a long word in the %s', async (_where, changes) => {
  await openListing(postWithDetail(changes), { viewport: PHONE })
  await shown(page.getByText(LONG_WORD).first())
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width)
})

describe('the link to the list', () => {
  const link = page.getByRole('link', { name: 'Homes to rent in Navi Mumbai', exact: true })
  const heading = page.getByRole('heading', { level: 1 })
  const home = postWithDetail({ city: 'Navi Mumbai', type: 'rent' })

  it('leads to homes of the same type in its city', async () => {
    await openListing(home)
    expect((await shown(link)).getAttribute('href')).toBe('/list?city=Navi+Mumbai&type=rent')
    expect(page.getByRole('link', { name: /^Homes (to rent|for sale)/ }).elements()).toHaveLength(1)
  })

  it.each([PHONE, { width: 1366, height: 768 }])(
    'has space reserved above the title while loading at $width px',
    async (viewport) => {
      let answer = (_post: object) => {}
      const answered = new Promise<object>((resolve) => {
        answer = resolve
      })
      const network = listingNetwork([home], { [`/posts/${home.id}`]: () => answered })
      await renderRemote(`/${home.id}`, { network, viewport })
      const waiting = await shown(page.getByRole('status').getByText('Loading...'))
      const place = waiting.parentElement?.querySelector('[class^=_list_]')?.getBoundingClientRect()
      answer(home)
      const { top, height } = (await shown(link)).getBoundingClientRect()
      expect([top, height]).toEqual([place?.top, place?.height])
      expect(heading.element().getBoundingClientRect().top).toBeGreaterThan(top)
    },
  )
})

describe('the description of the owner', () => {
  const more = page.getByRole('button', { name: 'Read more', expanded: false })
  const less = page.getByRole('button', { name: 'Read less', expanded: true })

  it('reads from right to left if it is in Urdu', async () => {
    await openListing(postWithDetail({ title: 'کشادہ گھر' }, '<p>جھیل کے قریب گھر</p>'))
    const text = await shown(page.getByText('جھیل کے قریب گھر'))
    const heading = page.getByRole('heading', { level: 1 }).element()
    for (const one of [text, heading]) expect(one.matches(':dir(rtl)'), one.textContent).toBe(true)
  })

  it('is sanitized', async () => {
    const harm =
      '<p>Sunny <strong>corner</strong></p><img src=x onerror="document.title=1"><script>document.title=1</script><a href="javascript:alert(1)">x</a>'
    await openListing(postWithDetail({}, harm))
    const description = await shown(page.getByRole('region', { name: 'Description' }))
    expect(description.querySelector('strong')?.textContent).toBe('corner')
    expect(description.querySelectorAll('img, script, [onerror], [href^="javascript"]')).toHaveLength(0)
    expect(document.title).not.toBe('1')
  })

  it('collapses if it is long, and expands with Read more', async () => {
    const long = `${'<p>Bright and quiet, near the lake.</p>'.repeat(30)}<p>The last line.</p>`
    await openListing(postWithDetail({}, long))
    const last = page.getByText('The last line.').element()
    const bottom = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0
    const isInView = () => bottom(last) <= bottom(last.parentElement)
    await shown(more)
    expect(isInView()).toBe(false)
    await click(more)
    expect(isInView()).toBe(true)
    await click(less)
    expect(isInView()).toBe(false)
  })

  it('is printed completely, with the price but without buttons', async () => {
    onTestFinished(() => input.emulateMedia({ media: 'screen' }))
    await openListing(postWithDetail({}, `${'<p>Bright and quiet.</p>'.repeat(30)}<p>The last line.</p>`))
    await shown(more)
    await input.emulateMedia({ media: 'print' })
    const last = page.getByText('The last line.').element()
    const bottom = (element: Element | null) => element?.getBoundingClientRect().bottom ?? 0
    expect(bottom(last)).toBeLessThanOrEqual(bottom(last.parentElement))
    await shown(page.getByText('per sqft'))
    await gone(page.getByRole('button', { name: /Read more|Send a Message|Save the Place/ }))
  })

  it('does not collapse if it is short', async () => {
    await openListing(postWithDetail({}, '<p>Short.</p>'))
    await shown(page.getByText('Short.'))
    expect(more.elements()).toHaveLength(0)
  })
})

describe('the location map', () => {
  const map = page.getByRole('region', { name: /^Map of / })
  const home = map.getByRole('img', { name: 'The home: Baner Road' })

  it('shows the home in the middle, and loads when scrolled near', async () => {
    await openListing(postWithDetail({}, '<p>Long.</p>'.repeat(100)), { viewport: { width: 1366, height: 300 } })
    await shown(page.getByRole('region', { name: 'Location', exact: true }).getByText('Baner Road').first())
    expect(home.elements()).toHaveLength(0)
    ;(await shown(map)).scrollIntoView()
    const marker = (await shown(home)).getBoundingClientRect()
    const frame = map.element().getBoundingClientRect()
    expect(Math.abs(marker.x + marker.width / 2 - frame.x - frame.width / 2)).toBeLessThan(2)
    await click(map.getByRole('button', { name: 'Zoom in' }))
    await click(map.getByRole('button', { name: 'Back to the home' }))
  })

  it('links to an external map', async () => {
    await openListing()
    const link = await shown(page.getByRole('link', { name: 'Open in OpenStreetMap' }))
    expect(link.getAttribute('href')).toBe(
      'https://www.openstreetmap.org/?mlat=18.559&mlon=73.7868#map=16/18.559/73.7868',
    )
  })
})

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
    await until(() => chatsIn(screen)).toEqual([{ slot: 'listing.chat', props }])
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
    const place = [...document.querySelectorAll('main div:empty')].find((element) => !before.has(element))
    const dialog = document.createElement('dialog')
    place?.append(dialog)
    dialog.showModal()
    for (const { onClose } of chatsIn(screen).map((offer) => offer.props as Slots['listing.chat'])) onClose()
    expect(dialog.isConnected).toBe(false)
    expect(hasFocus(button)).toBe(true)
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
