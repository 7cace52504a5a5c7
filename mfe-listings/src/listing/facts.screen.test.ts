import { postWithDetail } from '@aangan/contracts/testing/posts'
import { input } from '@aangan/remote/testing/input'
import { click, gone, shown, texts } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'
import { listingNetwork, openListing, PHONE } from './testing/listing.ts'

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
    [{ bedroom: 1, size: 610, furnishing: 'unfurnished' }, '1 bedroom · 1 bathroom · 610 sqft · Unfurnished'],
    [{ bedroom: 2, size: null }, '2 bedrooms · 1 bathroom'],
    [{ property: 'land', size: 1_100 }, '1,100 sqft'],
    [{ property: 'land', size: null }, 'Baner Road, Pune'],
  ] as const)('of %j are %j', async (changes, words) => {
    await openListing(postWithDetail(changes))
    expect(facts()).toBe(words)
  })

  it('begin and end no line with a dot on a phone', async () => {
    const facts = { bedroom: 3, bathroom: 3, size: 1_450, furnishing: 'semi-furnished' } as const
    await openListing(postWithDetail(facts), { viewport: PHONE })
    const first = await shown(page.getByText('3 bedrooms', { exact: true }))
    const dots = [...(first.parentElement?.querySelectorAll('span span') ?? [])].filter((dot) => {
      const { left, top, width, height } = dot.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2) === dot
    })
    const lines = new Set([...(first.parentElement?.children ?? [])].map((fact) => fact.getBoundingClientRect().top))
    expect([lines.size, dots.length]).toEqual([2, 2])
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
      const list = waiting.parentElement?.querySelector('[class^=_list_]')?.getBoundingClientRect()
      answer(home)
      const { top, height } = (await shown(link)).getBoundingClientRect()
      expect([top, height]).toEqual([list?.top, list?.height])
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

  it('is plain text if it is not what posts stores', async () => {
    await openListing(postWithDetail({}, '<p>Sunny <strong>corner</strong></p><img src=x onerror="document.title=1">'))
    const description = await shown(page.getByRole('region', { name: 'Description' }))
    expect(description.querySelector('[dir]')?.innerHTML).toBe(' Sunny  corner   ')
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

  it('says that a place is approximate, and marks no door on an external map', async () => {
    await openListing(postWithDetail({ approximate: true }))
    const location = page.getByRole('region', { name: 'Location', exact: true })
    await shown(location.getByText(/^Approximate location: /))
    const link = await shown(page.getByRole('link', { name: 'Open in OpenStreetMap' }))
    expect(link.getAttribute('href')).toBe('https://www.openstreetmap.org/?#map=13/18.559/73.7868')
    link.scrollIntoView()
    await shown(map.getByRole('img', { name: 'The home: Baner Road (approximate)' }))
  })

  it('links to an external map', async () => {
    await openListing()
    const link = await shown(page.getByRole('link', { name: 'Open in OpenStreetMap' }))
    expect(page.getByText(/^Approximate/).elements()).toHaveLength(0)
    expect(link.getAttribute('href')).toBe(
      'https://www.openstreetmap.org/?mlat=18.559&mlon=73.7868#map=16/18.559/73.7868',
    )
  })
})
