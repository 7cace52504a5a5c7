import { place } from '@aangan/product/testing/place-field'
import { listAnswer } from '@aangan/remote/testing/network'
import { click, entered, fill, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { countShown, field, heading, listNetwork, openFilters, PHONE, results, search } from './testing/list.ts'

const TYPED = '/posts?city=2bhk+in+Pune+under+30k&type=buy'
const MEANT = '?city=Pune&type=rent&maxPrice=30000&bedroom=2'

const chips = () =>
  texts(page.getByRole('list', { name: 'Active filters' }).getByRole('listitem')).map((text) => text.trim())

it('shows what the text of a search means as filters, each of which can be removed', async () => {
  const network = listNetwork({ [TYPED]: listAnswer(homes(3), { meant: MEANT }) })
  const screen = await renderRemote('/list?type=buy', { network })
  await fill(field.location, '2bhk in Pune under 30k')
  await search()
  await until(chips).toEqual(['Pune', 'To rent', 'Up to $ 30,000', '2 bedroom'])
  expect(countShown()).toBe('3 homes in Pune')
  expect(heading.element().textContent).toBe('Search results for Pune')
  expect(document.title).toContain('Homes to rent in Pune')
  expect([entered(field.location), entered(field.bedroom), entered(field.maxPrice)]).toEqual(['Pune', '2', '30,000'])

  await click(page.getByRole('link', { name: 'Remove filter: 2 bedroom' }))
  await until(chips).toEqual(['Pune', 'To rent', 'Up to $ 30,000'])
  await results()
  expect(screen.network.asked.filter((call) => call.startsWith('/posts?'))).toEqual([
    '/posts?type=buy',
    TYPED,
    '/posts?city=Pune&type=rent&maxPrice=30000',
  ])
})

const SEA_VIEW = '/posts?city=2bhk+sea+veiw+Pune'
const leftOut = listAnswer(homes(3), { meant: '?city=Pune&bedroom=2', leftOut: 'sea veiw' })

it('says which words a search leaves out, and leads back to them', async () => {
  const network = listNetwork({ [SEA_VIEW]: leftOut, '/posts/places?q=sea+veiw+Pune&limit=1': [place('Pune', 90)] })
  const screen = await renderRemote('/list?city=2bhk+sea+veiw+Pune', { viewport: PHONE, network })
  await shown(page.getByText('We left out “sea veiw”, which we could not use in this search.'))
  expect(chips()).toEqual(['Pune', '2 bedroom', 'Clear all'])
  expect(page.getByText('Did you mean').query()).toBe(null)
  await click(page.getByRole('button', { name: 'Edit your search' }))
  await until(() => document.activeElement === field.location.element()).toBe(true)
  expect(entered(field.location)).toBe('2bhk sea veiw Pune')
  await fill(field.location, '2bhk Sea View Road, Pune')
  await search()
  await until(() => screen.network.asked.filter((call) => call.startsWith('/posts?')).at(-1)).toBe(
    '/posts?city=2bhk+Sea+View+Road%2C+Pune&bedroom=2',
  )
})

it('offers the place that the words may be, with the same filters', async () => {
  const road = place('Sea View Road, Pune', 4)
  await renderRemote('/list?city=2bhk+sea+veiw+Pune', {
    network: listNetwork({ [SEA_VIEW]: leftOut, '/posts/places?q=sea+veiw+Pune&limit=1': [road] }),
  })
  const link = await shown(page.getByRole('link', { name: 'Sea View Road, Pune' }))
  expect(link.getAttribute('href')).toBe('/list?city=Sea+View+Road%2C+Pune&bedroom=2')
})

it.each([
  ['411038', '?city=Pune', 'Pune'],
  // Of no city that we know.
  ['133001', '?bedroom=2', 'India'],
])('says that no home states the PIN code %s', async (pin, meant, place) => {
  const network = listNetwork({ '/posts': listAnswer(homes(3), { meant, leftOut: pin }) })
  await renderRemote(`/list?city=2bhk+${pin}`, { network })
  await shown(page.getByText(`No home states the PIN code ${pin}, so we searched all of ${place}.`))
})

it('keeps the page and the order of the address', async () => {
  await renderRemote('/list?city=2bhk&sort=price_asc&after=two', {
    network: listNetwork({
      '/posts?city=2bhk&sort=price_asc&after=two': listAnswer(homes(3), { next: 'three', meant: '?bedroom=2' }),
    }),
  })
  await results()
  const pages = page.getByRole('navigation', { name: 'Pages' }).getByRole('link').elements()
  expect(pages.map((link) => [link.textContent?.trim(), link.getAttribute('href')])).toEqual([
    ['First page', '/list?bedroom=2&sort=price_asc'],
    ['Next page', '/list?bedroom=2&sort=price_asc&after=three'],
  ])
})

it('has no title before the answer, which may mean something else, and then one', async () => {
  let answer = (_response: Response) => {}
  const promise = new Promise<Response>((resolve) => {
    answer = resolve
  })
  const titles: string[] = []
  const observer = new MutationObserver(() => titles.push(document.title))
  onTestFinished(() => observer.disconnect())
  document.title = 'not named yet'
  observer.observe(document.head, { childList: true, subtree: true })
  await renderRemote('/list?city=2+bhk+to+rent+in+Pune&type=buy', { network: listNetwork({ '/posts': () => promise }) })
  await until(() => heading.query()?.textContent).toBe('Search results for 2 bhk to rent in Pune')
  answer(listAnswer(homes(3), { meant: '?city=Pune&type=rent&bedroom=2' }))
  await until(() => titles.filter((title) => title !== 'not named yet')).toEqual(['Homes to rent in Pune · Aangan'])
})

it('leaves the homes in place on a phone when the answer says the same in fewer words', async () => {
  const typed = '2bhk furnished flat to rent in Kothrud Pune under 30k'
  const asked = `/posts?${new URLSearchParams({ city: typed })}`
  const network = listNetwork({ [asked]: listAnswer(homes(3), { meant: '?city=Pune&type=rent&bedroom=2' }) })
  const screen = await renderRemote('/list', { network, viewport: PHONE })
  await results()
  const release = screen.network.hold(asked)
  await openFilters()
  await fill(field.location, typed)
  await search()
  await until(() => heading.element().textContent).toBe(`Search results for ${typed}`)
  const { bottom } = heading.element().getBoundingClientRect()
  release()
  await until(() => heading.element().textContent).toBe('Search results for Pune')
  expect(heading.element().getBoundingClientRect().bottom).toBe(bottom)
  await click(page.getByRole('link', { name: 'Remove filter: 2 bedroom' }))
  await until(() => heading.element().getBoundingClientRect().bottom).toBeLessThan(bottom)
})

it('offers distances only once it is known whether the text is a place', async () => {
  const asked = '/posts?city=2bhk+in+Kothrud'
  const network = listNetwork({ [asked]: listAnswer(homes(3), { meant: '?city=Kothrud&bedroom=2' }) })
  const screen = await renderRemote('/list', { network })
  await results()
  const release = screen.network.hold(asked)
  await fill(field.location, '2bhk in Kothrud')
  await search()
  await until(chips).toEqual(['2bhk in Kothrud'])
  release()
  await until(chips).toEqual(['Kothrud', '2 bedroom', 'Within3 km5 km10 km'])
})
