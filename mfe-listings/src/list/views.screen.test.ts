import { listAnswer, unreachable } from '@aangan/remote/testing/network'
import { click, fill, go, gone, hasFocus, press, shown, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { cards, countShown, field, listNetwork, openFilters, PHONE, results } from './testing/list.ts'

const far = homes(24, (at) => ({ latitude: String(18 + at / 10), longitude: String(73 + at / 10) }))
const network = listNetwork({}, far)
const map = page.getByRole('region', { name: /map/i })
const boxOf = (element: Element | null) => (element ?? document.body).getBoundingClientRect()
const show = (view: 'List' | 'Map') => click(page.getByRole('radio', { name: view, exact: true }))

/** Tolerates scroll anchoring when the bar's height changes. */
const isNear = (top: number) => Math.abs(window.scrollY - top) < 40

describe('on a wide screen', () => {
  it('shows cards to the left of the map, which stays in view below the filters', async () => {
    await renderRemote('/list', { network })
    const card = await results()
    window.scrollTo(0, 2000)
    await until(() => window.scrollY).toBe(2000)
    const [filters, frame] = [boxOf(document.querySelector('search')), boxOf(await shown(map.first()))]
    expect(frame.x).toBeGreaterThan(boxOf(card).right)
    expect(frame.y).toBeCloseTo(filters.bottom, -0.5)
    expect(frame.bottom).toBeCloseTo(768, -0.5)
  })
})

describe.each([PHONE, { width: 820, height: 600 }, { width: 1366, height: 600 }])('at $width px', (viewport) => {
  const SEARCH = '?city=Pune&type=rent&minPrice=1000&maxPrice=90000000&bedroom=2'

  it('what clears all filters is in view, and stays there on a wide screen', async () => {
    await renderRemote(`/list${SEARCH}`, { network, viewport })
    await results()
    if (viewport.width > 1280) window.scrollTo(0, 2000)
    const clear = await shown(page.getByRole('link', { name: 'Clear all' }))
    const { left, right, top, bottom } = boxOf(clear)
    expect([left > 0, right <= viewport.width, top > 0, bottom <= viewport.height]).toEqual(Array(4).fill(true))
    expect(clear.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2))).toBe(true)
  })

  it('the browser scrolls to a home below the bar that covers the top of the page', async () => {
    await renderRemote(`/list${SEARCH}`, { network, viewport })
    await results()
    const link = cards.nth(6).getByRole('heading').getByRole('link').element()
    window.scrollBy(0, boxOf(link).top - 90)
    if (link instanceof HTMLElement) link.focus()
    await until(() => boxOf(link).top >= boxOf(document.querySelector('search')).bottom).toBe(true)
  })
})

describe('on a phone', () => {
  it('the first home is in the upper third: the controls share a row, and the filters a line to scroll', async () => {
    await renderRemote('/list?city=Pune&type=rent&minPrice=1000&maxPrice=90000000&bedroom=2', {
      network,
      viewport: PHONE,
    })
    const { top } = boxOf(await results())
    expect(top).toBeLessThan(250)
    const toggle = boxOf(await shown(page.getByRole('button', { name: /^Filters/ })))
    const sort = boxOf(await shown(field.sort))
    const save = boxOf(await shown(page.getByRole('button', { name: 'Save this search' })))
    expect(toggle.right).toBeLessThan(sort.left)
    expect(sort.right).toBeLessThan(save.left)
    for (const { top, bottom } of [sort, save]) expect([top, bottom]).toEqual([toggle.top, toggle.bottom])
    await openFilters()
    await gone(field.sort)
    expect(boxOf(cards.first().element()).top).toBeGreaterThan(boxOf(document.querySelector('form')).bottom)
  })

  it('switches between list and map, and restores the scroll position of the list', async () => {
    await renderRemote('/list?city=Pune', { network, viewport: PHONE })
    await results()
    window.scrollTo(0, 1500)
    await until(() => isNear(1500)).toBe(true)
    await show('Map')
    const frame = boxOf(await shown(map.first()))
    await gone(cards.first())
    expect(countShown()).toBe('24 homes in Pune')
    expect(frame.width).toBe(PHONE.width)
    expect(frame.bottom).toBeCloseTo(PHONE.height, -0.5)
    await show('List')
    await until(() => isNear(1500)).toBe(true)
  })

  it('restores the scroll position of the list also after a listing was opened from the map', async () => {
    await renderRemote('/list?city=Pune', { network, viewport: PHONE })
    await results()
    window.scrollTo(0, 1500)
    await until(() => isNear(1500)).toBe(true)
    await show('Map')
    await until(() => history.state.usr?.view).toBe('map')
    history.pushState({ usr: null, key: 'listing', idx: 1 }, '', `/${far[0]?.id}`)
    await shown(page.getByRole('button', { name: 'Send a Message' }))
    await go(-1)
    await shown(map.first())
    await show('List')
    await until(() => isNear(1500)).toBe(true)
  })

  it('shows an error in place of the map', async () => {
    const screen = await renderRemote('/list?city=Pune', { network, viewport: PHONE })
    await results()
    await show('Map')
    screen.network.answer('/posts?city=Mumbai', unreachable)
    await openFilters()
    await fill(field.location, 'Mumbai')
    await press('Enter')
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    screen.network.answer('/posts?city=Mumbai', listAnswer(far))
    await click(page.getByRole('button', { name: 'Try again' }))
    await shown(map.first())
  })
})

it.each([320, 480])(
  'on a screen as low as that of a page at four times its size, %i px wide, no controls lie over homes or map',
  async (width) => {
    await renderRemote('/list?city=Pune', { network, viewport: { width, height: 256 } })
    await results()
    const controls = page.getByRole('radio', { name: 'Map' })
    const ends = () => [document.querySelector('search'), controls.element()].map((element) => boxOf(element).bottom)
    const isApart = () =>
      boxOf(controls.element()).bottom <= boxOf(page.getByRole('heading', { level: 1 }).element()).top
    expect(isApart()).toBe(true)
    window.scrollTo(0, 1500)
    await until(() => isNear(1500)).toBe(true)
    expect(Math.max(...ends())).toBeLessThan(0)
    window.scrollTo(0, 0)
    await show('Map')
    const frame = boxOf(await shown(map.first()))
    expect(Math.max(...ends())).toBeLessThanOrEqual(frame.top)
  },
)

it('large text fits a phone', async () => {
  const { style } = document.documentElement
  style.fontSize = '200%'
  onTestFinished(() => {
    style.fontSize = ''
  })
  await renderRemote('/list?city=Pune', { network, viewport: PHONE })
  await results()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width)
  const sort = page.getByLabelText('Sort').element().getBoundingClientRect()
  expect(sort.right).toBeLessThanOrEqual(PHONE.width)
})

it('opens the collapsed filters at the top on a phone, and restores the scroll position when they close', async () => {
  await renderRemote('/list?city=Pune', { network, viewport: PHONE })
  await results()
  const filters = page.getByRole('button', { name: /^Filters/ })
  for (const close of [() => click(filters), () => press('Escape')]) {
    window.scrollTo(0, 1500)
    await click(filters)
    const first = await shown(field.location)
    await until(() => window.scrollY).toBe(0)
    first.focus()
    await close()
    await until(() => isNear(1500)).toBe(true)
  }
  expect(hasFocus(filters)).toBe(true)
})

it.each([360, 390, 683, 820, 1024, 1366, 1920])('does not overflow at %i px', async (width) => {
  await renderRemote('/list?city=Thiruvananthapuram&type=rent&minPrice=1000&maxPrice=90000000', {
    network: listNetwork({}, homes(3)),
    viewport: { width, height: 700 },
  })
  await results()
  expect(document.documentElement.scrollWidth - window.innerWidth).toBeLessThanOrEqual(0)
})
