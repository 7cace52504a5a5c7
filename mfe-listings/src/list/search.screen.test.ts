import { listAnswer, refusal, unreachable } from '@aangan/remote/testing/network'
import { click, fill, go, gone, hasFocus, shown, texts, until } from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import {
  cards,
  cardTitles,
  countShown,
  field,
  heading,
  listNetwork,
  openCard,
  openFilters,
  PHONE,
  results,
  search,
} from './testing/list.ts'

const network = listNetwork()

describe('a search', () => {
  it.each([
    ['pune', 'Pune'],
    ['  PUNE ', 'Pune'],
    ['Poona', 'Poona'],
    [' poona', 'Poona'],
    ['Bangalore', 'Bangalore'],
  ])('trims %j in the request, and names the place %s', async (typed, city) => {
    const screen = await renderRemote('/list', { network })
    await fill(field.location, typed)
    await search()
    await until(countShown).toBe(`3 homes in ${city}`)
    expect(screen.network.asked).toContain(`/posts?city=${typed.trim()}`)
  })

  it('shows the number of results, and the results of this page', async () => {
    await renderRemote('/list?city=Pune', {
      network: { ...network, '/posts': listAnswer(homes(3), { total: '10000+', next: 'two' }) },
    })
    await until(countShown).toBe('10,000+ homes in Pune')
    expect(cardTitles()).toEqual(['Home 1', 'Home 2', 'Home 3'])
  })

  it('says from the second page on which of them are shown, if that is known', async () => {
    await renderRemote('/list?city=Pune', {
      network: {
        ...network,
        '/posts?city=Pune': listAnswer(homes(20), { total: 1_025, next: 'two' }),
        '/posts?city=Pune&after=two': listAnswer(homes(5), { total: 1_025 }),
      },
    })
    await until(countShown).toBe('1,025 homes in Pune')
    await click(page.getByRole('link', { name: 'Next page' }))
    await shown(page.getByRole('status').getByText('21–25 of 1,025 homes in Pune', { exact: true }))
    await renderRemote('/list?city=Pune&after=two', { network })
    await until(countShown).toBe('3 homes in Pune')
  })

  it('moves the focus together with its heading: what is pressed beside it then keeps the focus', async () => {
    await renderRemote('/list?city=Pune', { network })
    await results()
    const pressed = page.getByRole('button', { name: 'Save this search' })
    const renamed = new MutationObserver(() => (pressed.element() as HTMLElement).focus())
    renamed.observe(heading.element(), { characterData: true, childList: true, subtree: true })
    onTestFinished(() => renamed.disconnect())
    await fill(field.location, 'Mumbai')
    await search()
    await until(countShown).toBe('3 homes in Mumbai')
    expect(hasFocus(pressed)).toBe(true)
  })

  it('refetches when the same search is repeated, and shows a failure', async () => {
    const screen = await renderRemote('/list?city=Pune', { network, viewport: PHONE })
    const timesAsked = () => screen.network.asked.filter((call) => call === '/posts?city=Pune').length
    await results()
    const release = screen.network.hold('/posts?city=Pune')
    screen.network.answer('/posts?city=Pune', listAnswer(homes(1, () => ({ title: 'Just listed' }))))
    await openFilters()
    await search()
    await shown(page.getByRole('status').getByText('Loading...', { exact: true }))
    release()
    await shown(page.getByRole('heading', { name: 'Just listed' }))
    expect(countShown()).toBe('1 home in Pune')
    expect(hasFocus(heading)).toBe(true)

    screen.network.answer('/posts?city=Pune', unreachable)
    await openFilters()
    await search()
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    screen.network.answer('/posts?city=Pune', listAnswer(homes(3)))
    await click(page.getByRole('button', { name: 'Try again' }))
    await gone(page.getByRole('alert'))
    expect(countShown()).toBe('3 homes in Pune')

    // Another search and then the same again: it refetches too.
    await openFilters()
    await fill(field.location, 'Mumbai')
    await search()
    await until(countShown).toBe('3 homes in Mumbai')
    await openFilters()
    await fill(field.location, 'Pune')
    const before = timesAsked()
    await search()
    await until(timesAsked).toBe(before + 1)
  })

  it('refetches when a link opens it again, but not on Back', async () => {
    const screen = await renderRemote('/list?city=Pune', { network })
    const timesAsked = () => screen.network.asked.filter((call) => call === '/posts?city=Pune').length
    await results()
    await openCard(0)
    await shown(page.getByRole('button', { name: 'Send a Message' }))
    screen.network.answer('/posts?city=Pune', listAnswer(homes(4)))
    history.pushState({ usr: null, key: 'again', idx: 2 }, '', '/list?city=Pune')
    await until(countShown).toBe('4 homes in Pune')
    await openCard(0)
    await shown(page.getByRole('button', { name: 'Send a Message' }))
    await go(-1)
    await until(countShown).toBe('4 homes in Pune')
    expect(timesAsked()).toBe(2)
  })

  it('sets the document title, as a listing does', async () => {
    await renderRemote('/list?city=bangalore&type=rent&property=apartment', { network })
    await until(() => document.title).toBe('Apartments to rent in Bengaluru · Aangan')
    await fill(field.location, 'Pune')
    await search()
    await until(() => document.title).toBe('Apartments to rent in Pune · Aangan')
    await results()
    await openCard(0)
    await until(() => document.title).toContain('Home 1')
    await go(-1)
    await until(() => document.title).toBe('Apartments to rent in Pune · Aangan')
  })

  it('moves the focus to its heading', async () => {
    await renderRemote('/list?city=Pune', { network })
    await fill(field.location, 'Mumbai')
    await search()
    await until(() => hasFocus(page.getByRole('heading', { level: 1, name: 'Search results for Mumbai' }))).toBe(true)
  })

  it('shows which filter is invalid instead of a loading error', async () => {
    const wrong = '?minPrice=5000000&maxPrice=100'
    await renderRemote(`/list${wrong}`, {
      network: { ...network, [`/posts${wrong}`]: refusal(400, 'INVALID_QUERY', 'minPrice is above maxPrice') },
    })
    const alert = page.getByRole('alert')
    await shown(alert.getByText('Check the filters. The max price is below the min price.'))
    await shown(alert.getByRole('link', { name: 'Show all homes' }))
    expect(page.getByText('Error loading posts!').query()).toBe(null)
  })

  it('shows why it was refused, and links to all homes', async () => {
    await renderRemote('/list?city=Pune&after=mangled', {
      network: { ...network, '/posts?city=Pune&after=mangled': refusal(400, 'INVALID_QUERY', 'after is mangled') },
    })
    const alert = page.getByRole('alert')
    await shown(alert.getByText('Error loading posts!'))
    await shown(alert.getByText('Part of this link is missing or wrong.'))
    expect(page.getByRole('button', { name: 'Try again' }).query()).toBe(null)
    await click(page.getByRole('link', { name: 'Show all homes' }))
    expect(location.pathname + location.search).toBe('/list')
    await results()
  })
})

describe('loading', () => {
  it("shows 'Loading...' in place of the homes until they arrive", async () => {
    const screen = await renderRemote('/list?city=Pune', { network })
    await results()
    const release = screen.network.hold('/posts?city=Mumbai')
    await fill(field.location, 'Mumbai')
    await search()
    await shown(page.getByText('Loading...', { exact: true }))
    expect(cards.elements()).toEqual([])
    release()
    await results()
  })

  it("shows 'Error loading posts!' on failure, and loads the homes on retry", async () => {
    const screen = await renderRemote('/list?city=Pune', { network })
    await results()
    screen.network.answer('/posts?city=Mumbai', unreachable)
    await fill(field.location, 'Mumbai')
    await search()
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    screen.network.answer('/posts?city=Mumbai', listAnswer(homes(2)))
    await click(page.getByRole('button', { name: 'Try again' }))
    await until(countShown).toBe('2 homes in Mumbai')
  })

  it('keeps the homes from before under the failure, and says that they are these', async () => {
    const screen = await renderRemote('/list?city=Pune', {
      network: { ...network, '/posts?city=Pune': listAnswer(homes(3), { next: 'two' }) },
    })
    await results()
    screen.network.answer('/posts?city=Mumbai', unreachable)
    await fill(field.location, 'Mumbai')
    await search()
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    const before = page.getByRole('region', { name: 'These are still the homes from before.' })
    expect(texts(before.getByRole('article').getByRole('heading'))).toEqual(['Home 1', 'Home 2', 'Home 3'])
    expect(countShown()).toBe(undefined)
    expect(page.getByRole('navigation', { name: 'Pages' }).query()).toBe(null)
    screen.network.answer('/posts?city=Mumbai', listAnswer(homes(2)))
    window.dispatchEvent(new Event('online'))
    await until(countShown).toBe('2 homes in Mumbai')
    expect(before.query()).toBe(null)
    expect(cardTitles()).toEqual(['Home 1', 'Home 2'])
  })

  it('retries when the browser is online again', async () => {
    const screen = await renderRemote('/list?city=Pune', { network: { ...network, '/posts?city=Pune': unreachable } })
    await shown(page.getByRole('alert').getByText('Error loading posts!'))
    screen.network.answer('/posts?city=Pune', listAnswer(homes(2)))
    window.dispatchEvent(new Event('online'))
    await results()
    expect(countShown()).toBe('2 homes in Pune')
  })
})

describe('a search without results', () => {
  const nothing = listAnswer([])
  const found = (total: number) => listAnswer(homes(1), { total })

  it('offers to drop a filter, or all but the city, with result counts', async () => {
    await renderRemote('/list?city=Pune&type=rent&maxPrice=1', {
      network: {
        ...network,
        '/posts?city=Pune&type=rent&maxPrice=1': nothing,
        '/posts?type=rent&maxPrice=1&limit=1': nothing,
        '/posts?city=Pune&maxPrice=1&limit=1': nothing,
        '/posts?city=Pune&type=rent&limit=1': found(7),
        '/posts?city=Pune&limit=1': found(20),
      },
    })
    await shown(page.getByText('No home matches this search.'))
    const offers = page.getByRole('list', { name: 'Similar searches with results' })
    await shown(offers.getByRole('link', { name: /^All homes in Pune 20 homes$/ }))
    expect(offers.getByRole('link', { name: /Without “To rent”/ }).query()).toBe(null)
    await click(offers.getByRole('link', { name: /^Without “Up to \$ 1” 7 homes$/ }))
    expect(location.search).toBe('?city=Pune&type=rent')
    await results()
  })

  it.each(['city=Ooty', 'bbox=1%2C2%2C3%2C4'])('offers %s anywhere in India, and nothing to sort', async (place) => {
    await renderRemote(`/list?${place}&type=rent`, {
      network: {
        ...network,
        [`/posts?${place}&type=rent`]: nothing,
        [`/posts?${place}&limit=1`]: nothing,
        '/posts?type=rent&limit=1': found(320),
      },
    })
    await shown(page.getByRole('link', { name: /^Anywhere in India 320 homes$/ }))
    expect(field.sort.query()).toBe(null)
  })

  it('keeps its button in place when the offers arrive', async () => {
    let release = (_answer: object) => {}
    const offers = new Promise<object>((resolve) => {
      release = resolve
    })
    await renderRemote('/list?city=Pune&type=rent', {
      network: {
        ...network,
        '/posts?city=Pune&type=rent': nothing,
        '/posts?type=rent&limit=1': found(9),
        '/posts?city=Pune&limit=1': () => offers,
      },
    })
    const clear = page.getByRole('link', { name: 'Clear filters' })
    const { top } = (await shown(clear)).getBoundingClientRect()
    // Quiet, since the searches below it have homes.
    const card = page.getByRole('button', { name: 'Save this search' }).element()
    expect(getComputedStyle(clear.element()).backgroundColor).toBe(getComputedStyle(card).backgroundColor)
    release(found(20))
    await shown(page.getByRole('list', { name: 'Similar searches with results' }))
    expect(clear.element().getBoundingClientRect().top).toBe(top)
  })

  it('fits a phone with a long city name', async () => {
    const city = 'Thiruvananthapuram'.repeat(4)
    await renderRemote(`/list?city=${city}&type=rent`, {
      network: { ...network, '/posts': nothing, [`/posts?city=${city}&limit=1`]: found(20) },
      viewport: PHONE,
    })
    await shown(page.getByRole('link', { name: /^Without “To rent”/ }))
    await shown(page.getByRole('link', { name: /^Remove filter: Thiru/ }))
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(PHONE.width)
  })

  it('offers places with a similar name', async () => {
    await renderRemote('/list?city=Mumbay', {
      network: {
        ...network,
        '/posts?city=Mumbay': nothing,
        '/posts?limit=1': nothing,
        '/posts?city=Mumbai&limit=1': found(60),
        '/posts/places?q=Mumbay&limit=3': [{ place: 'Mumbai', city: 'Mumbai', locality: null, count: 60, alias: null }],
      },
    })
    await click(page.getByRole('link', { name: /^Did you mean Mumbai\? 60 homes$/ }))
    expect(location.search).toBe('?city=Mumbai')
    await results()
  })
})
