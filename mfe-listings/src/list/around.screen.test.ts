import type { NearbyPlace } from '@aangan/contracts/posts'
import { listAnswer } from '@aangan/remote/testing/network'
import { click, gone, hasFocus, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { countShown, heading, listNetwork, PHONE, results } from './testing/list.ts'

const here = () => decodeURIComponent(location.search)
const choice = (km: number) => page.getByRole('link', { name: `Within ${km} km`, exact: true })
const around = page.getByRole('region', { name: 'Homes nearby' })

function near(locality: string, count: number, distance: number): NearbyPlace {
  return { place: `${locality}, Pune`, city: 'Pune', locality, count, distance }
}

const NEARBY = [near('Karve Nagar', 1, 849), near('Baner', 18, 6_617), near('Hinjewadi', 1_204, 11_960)]
const LINES = [
  'Karve Nagar, Pune 1 home · 0.8 km',
  'Baner, Pune 18 homes · 6.6 km',
  'Hinjewadi, Pune 1,204 homes · 12 km',
]

it('offers the homes around a locality, and takes them away again', async () => {
  await renderRemote('/list?city=Kothrud,+Pune&type=rent', {
    network: listNetwork({ '/posts?city=Kothrud%2C+Pune&type=rent&within=5': listAnswer(homes(3), { total: 77 }) }),
  })
  await results()
  expect(texts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem'))).toEqual([
    'Kothrud, Pune ',
    'To rent ',
    'Within3 km5 km10 km',
  ])
  await click(choice(5))
  await until(countShown).toBe('77 homes within 5 km of Kothrud, Pune')
  await until(() => document.title).toBe('Homes to rent within 5 km of Kothrud, Pune · Aangan')
  expect(hasFocus(heading)).toBe(true)
  await gone(choice(5))
  await shown(choice(10))
  await click(page.getByRole('link', { name: 'Remove filter: Within 5 km' }))
  await until(countShown).toBe('3 homes in Kothrud, Pune')
  expect(new URLSearchParams(here()).get('within')).toBe(null)
})

it('leaves the filters on the screen of a phone', async () => {
  await renderRemote('/list?city=Kothrud&type=rent&bedroom=2', { network: listNetwork(), viewport: PHONE })
  await results()
  await shown(choice(3))
  const filter = page.getByRole('link', { name: 'Remove filter: 2 bedroom' })
  expect(filter.element().getBoundingClientRect().right).toBeLessThanOrEqual(PHONE.width)
})

it.each(['?city=Pune', '?city=bangalore', '?type=rent', '?bbox=73,18,74,19'])('offers none for %s', async (search) => {
  const screen = await renderRemote(`/list${search}`, { network: listNetwork({ '/posts/nearby': NEARBY }) })
  await results()
  for (const km of [3, 5, 10]) expect(choice(km).query()).toBe(null)
  expect(screen.network.asked.filter((call) => call.startsWith('/posts/nearby'))).toEqual([])
})

it('links to the places near a locality with few homes, with the same other filters', async () => {
  const screen = await renderRemote('/list?city=Kothrud&type=rent&sort=price_asc', {
    network: listNetwork({ '/posts/nearby?city=Kothrud&type=rent&sort=price_asc': NEARBY }),
  })
  await shown(around)
  expect(texts(around.getByRole('listitem'))).toEqual(LINES)
  await click(around.getByRole('link', { name: /^Baner/ }))
  await until(countShown).toBe('3 homes in Baner, Pune')
  expect(screen.network.asked).toContain('/posts?city=Baner%2C+Pune&type=rent&sort=price_asc')
})

it.each([
  ['?city=Kothrud', listAnswer(homes(3), { total: 12 })],
  ['?city=Kothrud&within=3', listAnswer(homes(3))],
  ['?city=Kothrud&after=x', listAnswer(homes(3))],
])('links to none below the homes of %s', async (search, found) => {
  const screen = await renderRemote(`/list${search}`, {
    network: listNetwork({ '/posts': found, '/posts/nearby': NEARBY }),
  })
  await results()
  expect(screen.network.asked.filter((call) => call.startsWith('/posts/nearby'))).toEqual([])
  expect(around.query()).toBe(null)
})

it('links to them first, and says what they are, if there is no home at all', async () => {
  await renderRemote('/list?city=Kothrud&within=3', {
    network: listNetwork({
      '/posts': listAnswer([]),
      '/posts?city=Kothrud&limit=1': listAnswer(homes(1), { total: 4 }),
      '/posts/nearby': NEARBY,
    }),
  })
  const links = around.getByRole('listitem')
  await until(() => texts(links)).toEqual(LINES)
  expect(links.first().getByRole('link').element().getAttribute('href')).toBe('/list?city=Karve+Nagar%2C+Pune')
  const others = page.getByRole('list', { name: 'Similar searches with results' })
  expect(texts(others.getByRole('listitem'))).toEqual(['Without “Within 3 km” 4 homes'])
  expect(links.first().element().compareDocumentPosition(others.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

it('writes what is before the distances in one line on a phone', async () => {
  await renderRemote('/list?city=Kothrud,+Pune&within=3', { network: listNetwork({}), viewport: PHONE })
  const range = document.createRange()
  range.selectNodeContents(await shown(page.getByText('Or within', { exact: true })))
  expect(range.getClientRects()).toHaveLength(1)
})

it('fits the distances onto a phone with text of twice the size', async () => {
  const root = document.documentElement
  root.style.fontSize = '200%'
  onTestFinished(() => void root.style.removeProperty('font-size'))
  await renderRemote('/list?city=Kothrud,+Pune', { network: listNetwork({}), viewport: PHONE })
  const { right } = (await shown(choice(10))).getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(root.clientWidth)
})
