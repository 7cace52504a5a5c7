import { listAnswer } from '@aangan/web-kit/testing/network'
import { place } from '@aangan/web-kit/testing/place-field'
import { click, entered, fill, shown, texts, until } from '@aangan/web-kit/testing/user-actions'
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
  await until(chips).toEqual(['Pune', 'To rent', 'Up to $ 30,000', '2 bedroom', 'Clear all'])
  expect(countShown()).toBe('3 homes in Pune')
  expect(heading.element().textContent).toBe('Search results for Pune')
  expect(document.title).toContain('Homes to rent in Pune')
  expect([entered(field.location), entered(field.bedroom), entered(field.maxPrice)]).toEqual(['Pune', '2', '30000'])

  await click(page.getByRole('link', { name: 'Remove filter: 2 bedroom' }))
  await until(chips).toEqual(['Pune', 'To rent', 'Up to $ 30,000', 'Clear all'])
  await results()
  expect(screen.network.asked.filter((call) => call.startsWith('/posts?'))).toEqual([
    '/posts?type=buy',
    TYPED,
    '/posts?city=Pune&type=rent&maxPrice=30000',
  ])
})

it('says which words it does not understand, and offers the search without them', async () => {
  const pune = { ...place('Pune', 90), without: 'sea view' }
  await renderRemote('/list?city=2bhk+sea+view+Pune', {
    viewport: PHONE,
    network: listNetwork({
      '/posts?city=2bhk+sea+view+Pune': listAnswer([], { meant: '?city=sea+view+Pune&bedroom=2' }),
      '/posts/places?q=sea+view+Pune&limit=3': [pune],
      '/posts?city=Pune&bedroom=2&limit=1': listAnswer(homes(1), { total: 12 }),
      '/posts?city=Pune&bedroom=2': listAnswer(homes(12)),
    }),
  })
  const understood = await shown(page.getByText('We understood “Pune”, but not “sea view”.'))
  const above = page.getByRole('link', { name: 'Clear filters' }).element().getBoundingClientRect()
  expect(understood.getBoundingClientRect().top - above.bottom).toBe(16)
  expect(chips()).toEqual(['sea view Pune', '2 bedroom', 'Clear all'])
  await click(page.getByRole('link', { name: 'Pune, without “sea view” 12 homes' }))
  await until(countShown).toBe('12 homes in Pune')
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
  await until(chips).toEqual(['Kothrud', '2 bedroom', 'Within3 km5 km10 km', 'Clear all'])
})
