import { ID } from '@aangan/contracts/testing/posts'
import { personalKey } from '@aangan/remote/personal-storage'
import { input } from '@aangan/remote/testing/input'
import { listAnswer } from '@aangan/remote/testing/network'
import { click, gone, hasFocus, point, press, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { cards, countShown, heading, listNetwork } from '../list/testing/list.ts'
import { markVisited } from '../shared/visited.ts'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { GOKARNA, HONNAVAR, mapNetwork, theMap } from './testing/map.ts'

const { map, marker, markers, ground, popup } = theMap
const exactly = (name: string) => marker(new RegExp(`^${name.replaceAll('$', '\\$').replaceAll('.', '\\.')}$`))
const KUDLE = '$ 5M, 2 bedroom, Kudle'
const BHADRAKALI = '$ 12M, 2 bedroom, Bhadrakali'
const KASARKOD = '$ 4.5M, 2 bedroom, Kasarkod'
const [home] = HONNAVAR

const gokarna = () => renderRemote('/list?city=Gokarna', { network: mapNetwork() })
const honnavar = () =>
  renderRemote('/list?city=Honnavar', { network: { ...mapNetwork(HONNAVAR), [`/posts/${home?.id}/similar`]: [] } })

/** Number of homes at one point; the list has only a page of them. */
const HOMES_AT_POINT = 130
const homesAtPoint = homes(HOMES_AT_POINT, () => ({ city: 'Karwar', latitude: '14.8136', longitude: '74.1297' }))
const AT = [74.1297, 14.8136, 74.1297, 14.8136]
const pageAtPoint = ({ searchParams }: URL) => {
  const [from, limit] = [Number(searchParams.get('after') ?? 0), Number(searchParams.get('limit') ?? 60)]
  const next = from + limit < HOMES_AT_POINT ? { next: String(from + limit) } : {}
  return listAnswer(homesAtPoint.slice(from, from + limit), { total: HOMES_AT_POINT, ...next })
}
const karwar = () =>
  renderRemote('/list?city=Karwar', {
    network: {
      ...listNetwork({}, homesAtPoint),
      '/posts': pageAtPoint,
      '/posts/map': [{ kind: 'cluster', count: HOMES_AT_POINT, latitude: 14.8136, longitude: 74.1297, bbox: AT }],
    },
  })

const says = (text: string) => until(() => texts(map.getByRole('status'))).toContain(text)

it('shows each home of the list’s response as a price, and the number of homes', async () => {
  const { network } = await gokarna()
  await shown(exactly(KUDLE))
  await shown(exactly(BHADRAKALI))
  expect(markers.elements()).toHaveLength(2)
  expect(network.asked.filter((call) => call.startsWith('/posts/map'))).toEqual([])
  await says('2 homes on the map')
  expect(map.getByRole('list', { name: '2 homes on the map' }).elements()).toHaveLength(1)
})

it('shows all results, as many as the heading says, also beyond the list’s page', async () => {
  await karwar()
  await says(`${HOMES_AT_POINT} homes on the map`)
  expect(countShown()).toBe(`${HOMES_AT_POINT} homes in Karwar`)
  await click(page.getByRole('link', { name: 'Next page' }))
  await until(() => location.search).toContain('after=')
  await until(() => cards.first().getByRole('heading').element().textContent).toBe('Home 61')
  await says(`${HOMES_AT_POINT} homes on the map`)
})

it('zooms in on a cluster when it is clicked', async () => {
  const close = { kind: 'cluster', count: 2, latitude: 14.54, longitude: 74.32, bbox: [74.31, 14.53, 74.33, 14.55] }
  const listings = [...HONNAVAR, ...GOKARNA].map((post) => ({ kind: 'listing', ...post }))
  const screen = await renderRemote('/list', {
    network: {
      ...mapNetwork(),
      '/posts': listAnswer(GOKARNA, { total: 70, next: 'x' }),
      '/posts/map': [close, ...listings.slice(0, 1)],
    },
  })
  await shown(exactly('2 homes'))
  screen.network.answer('/posts/map', listings)
  await click(exactly('2 homes'))
  await shown(exactly(KUDLE))
  await shown(exactly(BHADRAKALI))
  await gone(exactly('2 homes'))
  expect(popup.elements()).toHaveLength(0)
})

it('shows picture, title, bedrooms and price in the popup, as specified', async () => {
  await honnavar()
  await click(exactly(KASARKOD))
  await shown(popup.getByRole('img', { name: 'Drawing of the apartment' }))
  await shown(popup.getByText('2 bedroom', { exact: true }))
  await shown(popup.getByText('$ 4,500,000'))
  await click(popup.getByRole('link', { name: 'Home 1' }))
  await until(() => location.pathname).toBe(`/${home?.id}`)
  await until(() => heading.query()?.textContent).toBe('Home 1')
})

it.each(['X', 'Escape'])('closes a popup with %s, and moves the focus back to its marker', async (way) => {
  await honnavar()
  await click(exactly(KASARKOD))
  await shown(popup)
  await until(() => hasFocus(popup)).toBe(true)
  await (way === 'X' ? click(popup.getByRole('button', { name: 'Close' })) : press('Escape'))
  await gone(popup)
  expect(hasFocus(exactly(`${KASARKOD}, visited`))).toBe(true)
})

it('highlights a home that was opened', async () => {
  await honnavar()
  await click(exactly(KASARKOD))
  await shown(exactly(`${KASARKOD}, visited`))
  expect(localStorage.getItem(personalKey('visited-homes'))).toBe(home?.id)
})

it('highlights a home that was opened on an earlier visit', async () => {
  markVisited(undefined, ID)
  markVisited(undefined, home?.id ?? '')
  await honnavar()
  await shown(exactly(`${KASARKOD}, visited`))
})

it('highlights the marker of a hovered or focused card, and the card of a marker', async () => {
  await gokarna()
  const bhadrakali = exactly(BHADRAKALI)
  const card = cards.filter({ hasText: 'Bhadrakali' })
  const current = () => map.element().querySelectorAll('[aria-current]').length
  await shown(bhadrakali)
  await point(card)
  await until(() => bhadrakali.element().ariaCurrent).toBe('true')
  await input.movePointer(2, 2)
  await until(current).toBe(0)
  ;(card.getByRole('heading').getByRole('link').element() as HTMLElement).focus()
  await until(() => bhadrakali.element().ariaCurrent).toBe('true')
  await point(exactly(KUDLE))
  await until(() => document.querySelector('[data-active]')?.textContent).toContain('Kudle')
})

it('lists all homes at one point, page by page', async () => {
  await karwar()
  await click(marker(/homes at one place$/))
  await shown(popup.getByRole('heading', { name: `${HOMES_AT_POINT} homes at one place` }))
  const links = popup.getByRole('listitem').getByRole('link')
  const more = popup.getByRole('button', { name: 'Show more' })
  for (const count of [50, 100]) {
    await until(() => links.elements().length).toBe(count)
    await click(more)
  }
  await until(() => links.elements().length).toBe(HOMES_AT_POINT)
  await gone(more)
  expect(new Set(links.elements().map((link) => link.getAttribute('href'))).size).toBe(HOMES_AT_POINT)
  expect(hasFocus(links.nth(100))).toBe(true)
})

it('reaches every marker with the arrow keys from one tab stop', async () => {
  await gokarna()
  await shown(markers.first())
  ;(ground.element() as HTMLElement).focus()
  const named = async (key: string) => {
    await press(key)
    return document.activeElement?.ariaLabel
  }
  const first = await named('Tab')
  expect(await named('Tab')).toBe('Move the map')
  expect(await named('Shift+Tab')).toBe(first)
  const second = await named('ArrowRight')
  expect(new Set([first, second])).toEqual(new Set([KUDLE, BHADRAKALI]))
  expect(await named('Tab')).toBe('Move the map')
  expect(await named('Shift+Tab')).toBe(second)
  await press('Enter')
  await shown(popup)
  await shown(exactly(`${second}, visited`))
})
