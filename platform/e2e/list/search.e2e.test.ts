import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
import { useSite } from '../site.ts'
import { cardTitles, countShown, openFilters, PHONE, pricesShown, results, search } from './screen.ts'

const site = useSite()

describe('the filter panel', () => {
  it('is titled with the place', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await page.getByRole('heading', { level: 1, name: 'Search results for Pune', exact: true }).waitFor()
    await page.getByRole('search', { name: 'Search results for Pune' }).waitFor()
  })

  it('has the fields and the choices of the specification', async () => {
    const { page } = await site.visit('/list')
    const label = (name: string) => page.getByLabel(name, { exact: true })
    await label('Location').waitFor()
    expect(await label('Type').locator('option').allTextContents()).toEqual(['any', 'Buy', 'Rent'])
    expect(await label('Property').locator('option').allTextContents()).toEqual([
      'any',
      'Apartment',
      'House',
      'Condo',
      'Land',
    ])
    expect(await label('Min Price').getAttribute('type')).toBe('number')
    expect(await label('Max Price').getAttribute('type')).toBe('text')
    expect(await label('Bedroom').getAttribute('type')).toBe('text')
  })

  it('begins with what the address says', async () => {
    const { page } = await site.visit(
      '/list?type=rent&city=Pune&property=apartment&minPrice=1000&maxPrice=900000&bedroom=2',
    )
    expect(await fieldsOf(page)).toEqual(['Pune', 'rent', 'apartment', '1000', '900000', '2'])
  })

  it('writes what was entered into the address', async () => {
    const { page } = await site.visit('/list')
    await page.getByLabel('Location').fill('Mumbai')
    await page.getByLabel('Type', { exact: true }).selectOption('buy')
    await page.getByLabel('Property').selectOption('apartment')
    await page.getByLabel('Min Price').fill('1000')
    await page.getByLabel('Max Price').fill('5 Cr')
    await page.getByLabel('Bedroom', { exact: true }).fill('3')
    await search(page)
    await page.waitForURL('**/list?city=Mumbai&type=buy&property=apartment&minPrice=1000&maxPrice=50000000&bedroom=3')
    await page.getByRole('heading', { level: 1, name: 'Search results for Mumbai' }).waitFor()
  })

  it('follows the address back and forward', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await page.getByLabel('Type', { exact: true }).selectOption('rent')
    await search(page)
    await page.waitForURL('**/list?city=Pune&type=rent')
    await page.goBack()
    await expect.poll(() => page.getByLabel('Type', { exact: true }).inputValue()).toBe('')
    await page.goForward()
    await expect.poll(() => page.getByLabel('Type', { exact: true }).inputValue()).toBe('rent')
  })

  it('says beneath a field what is wrong with it, and searches nothing', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await page.getByLabel('Max Price').fill('cheap')
    await search(page)
    await page.getByText('“cheap” is no price').waitFor()
    expect(new URL(page.url()).search).toBe('?city=Pune')
    expect(await page.getByLabel('Max Price').getAttribute('aria-invalid')).toBe('true')
    expect(await page.locator(':focus').getAttribute('name')).toBe('maxPrice')
  })

  it('keeps what was entered but not searched for while the list is sorted, paged and narrowed', async () => {
    const { page } = await site.visit('/list?type=buy')
    const type = page.getByLabel('Type', { exact: true })
    const [location, bedroom] = [page.getByLabel('Location'), page.getByLabel('Bedroom', { exact: true })]
    await results(page)
    await location.fill('Mumbai')
    await bedroom.fill('3')
    await page.getByLabel('Sort').selectOption('price_asc')
    await page.waitForURL('**/list?type=buy&sort=price_asc')
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/after=/)
    await page.getByRole('link', { name: 'Remove filter: To buy' }).click()
    await page.waitForURL('**/list?sort=price_asc')
    await results(page)
    expect([await location.inputValue(), await type.inputValue(), await bedroom.inputValue()]).toEqual([
      'Mumbai',
      '',
      '3',
    ])

    // A listing and back: the entry is as it was left.
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/[0-9a-f]{24}$/)
    await page.goBack()
    await results(page)
    expect([await location.inputValue(), await bedroom.inputValue()]).toEqual(['Mumbai', '3'])

    await search(page)
    await page.waitForURL('**/list?city=Mumbai&bedroom=3&sort=price_asc')
    await page.goBack()
    await page.waitForURL('**/list?sort=price_asc')
    await expect.poll(() => location.inputValue()).toBe('')
    await location.fill('Delhi')
    await page.goForward()
    await expect.poll(() => location.inputValue()).toBe('Mumbai')
    await bedroom.fill('2')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await page.waitForURL('**/list?sort=price_asc')
    await expect.poll(async () => [await location.inputValue(), await bedroom.inputValue()]).toEqual(['', ''])
  })

  it('folds away on a phone', async () => {
    const { page } = await site.visit('/list?city=Pune&type=rent', { viewport: PHONE })
    expect(await page.getByLabel('Location').isVisible()).toBe(false)
    await openFilters(page)
    await page.getByLabel('Location').fill('Mumbai')
    await search(page)
    await page.waitForURL('**/list?city=Mumbai&type=rent')
    await page.getByLabel('Location').waitFor({ state: 'hidden' })
  })
})

describe('a search', () => {
  it.each(['pune', '  PUNE ', 'Poona', ' poona'])('finds Pune by %j', async (typed) => {
    const { page } = await site.visit('/list')
    await page.getByLabel('Location').fill(typed)
    await search(page)
    await expect.poll(() => countShown(page)).toBe('20 homes in Pune')
  })

  it.each([
    ['Bangalore', 'Bengaluru'],
    ['Bombay', 'Mumbai'],
    ['Gurgaon', 'Gurugram'],
  ])('finds by %s what is in %s', async (typed, city) => {
    const { page } = await site.visit(`/list?city=${typed}`)
    await results(page)
    expect(await countShown(page)).toMatch(new RegExp(`homes in ${city}$`))
  })

  it('finds what is in one locality', async () => {
    const { page } = await site.visit(`/list?${new URLSearchParams({ city: 'Kothrud, Pune' })}`)
    await page.getByRole('heading', { name: 'Search results for Kothrud, Pune' }).waitFor()
    await results(page)
    const places = await page.getByRole('article').allTextContents()
    expect(places.every((text) => text.includes('Kothrud, Pune'))).toBe(true)
  })

  it('says how many there are, and shows them', async () => {
    const { page } = await site.visit('/list?city=Pune&type=rent')
    await results(page)
    const answer = await fetch(`${site.url()}/posts?city=Pune&type=rent`)
    const total = answer.headers.get('x-total-count')
    expect(await countShown(page)).toBe(`${total} homes in Pune`)
    expect(await cardTitles(page)).toHaveLength(Number(total))
  })

  it('sorts by price and by date', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await results(page)
    const newest = await cardTitles(page)
    await page.getByLabel('Sort').selectOption('price_asc')
    await page.waitForURL('**/list?city=Pune&sort=price_asc')
    await expect.poll(() => cardTitles(page)).not.toEqual(newest)
    const rising = await pricesShown(page)
    expect(rising).toEqual([...rising].sort((a, b) => a - b))
    await page.getByLabel('Sort').selectOption('newest')
    await expect.poll(() => cardTitles(page)).toEqual(newest)
    expect(new URL(page.url()).search).toBe('?city=Pune')
  })

  it('asks again when the same is searched again, and says so when that fails', async () => {
    const visitor = await site.visit('/list?city=Pune', { viewport: PHONE })
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED/)
    await results(page)
    const [post] = Object(await (await fetch(`${site.url()}/posts?city=Pune`)).json())
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/posts?city=Pune', async (route) => {
      await held
      await route.fulfill({ json: [{ ...post, title: 'Just listed' }], headers: { 'x-total-count': '1' } })
    })
    await openFilters(page)
    await search(page)
    await page.getByRole('status').getByText('Loading...', { exact: true }).waitFor()
    release()
    await page.getByRole('heading', { name: 'Just listed' }).waitFor()
    expect(await countShown(page)).toBe('1 home in Pune')
    expect(await hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)

    await page.unroute('**/posts?city=Pune')
    await page.route('**/posts?city=Pune', (route) => route.abort(), { times: 1 })
    await openFilters(page)
    await search(page)
    await page.getByRole('alert').getByText('Error loading posts!').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').waitFor({ state: 'detached' })
    expect(await countShown(page)).toBe('20 homes in Pune')

    // Another search and back to the same words: asked again as well.
    await openFilters(page)
    await page.getByLabel('Location').fill('Mumbai')
    await search(page)
    await page.waitForURL('**/list?city=Mumbai')
    await results(page)
    await openFilters(page)
    await page.getByLabel('Location').fill('Pune')
    const asked = page.waitForRequest('**/posts?city=Pune')
    await search(page)
    await asked
  })

  it('names itself in the title of the document', async () => {
    const { page } = await site.visit('/list?city=bangalore&type=rent&property=apartment')
    await expect.poll(() => page.title()).toBe('Apartments to rent in Bengaluru · Aangan')
    await page.getByLabel('Location').fill('Pune')
    await search(page)
    await expect.poll(() => page.title()).toBe('Apartments to rent in Pune · Aangan')
    await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
    await page.waitForURL(/\/[0-9a-f]{24}$/)
    await page.goBack()
    await expect.poll(() => page.title()).toBe('Apartments to rent in Pune · Aangan')
  })

  it('leaves the focus at its heading', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await page.getByLabel('Location').fill('Mumbai')
    await page.keyboard.press('Enter')
    const heading = page.getByRole('heading', { level: 1, name: 'Search results for Mumbai' })
    await expect.poll(() => hasFocus(heading)).toBe(true)
  })
})

describe('active filters', () => {
  it('are removed one by one, the area of the map too', async () => {
    const { page } = await site.visit(
      '/list?city=Pune&type=rent&property=apartment&minPrice=100&maxPrice=9000000&bedroom=2&bbox=73,18,75,19',
    )
    const chips = ['Pune', 'To rent', 'Apartment', 'From $ 100', 'Up to $ 9,000,000', '2 bedroom', 'Map area']
    const names = ['city', 'type', 'property', 'minPrice', 'maxPrice', 'bedroom', 'bbox']
    for (const [index, chip] of chips.entries()) {
      await page.getByRole('link', { name: `Remove filter: ${chip}`, exact: true }).click()
      await expect.poll(() => [...new URL(page.url()).searchParams.keys()]).toEqual(names.slice(index + 1))
    }
    await page.getByRole('heading', { name: 'Search results for all of India' }).waitFor()
  })

  it('are cleared all at once, and the order stays', async () => {
    const { page, context } = await site.visit('/list?city=Pune&type=rent&sort=price_desc')
    await page.getByLabel('Location').fill('Mum')
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'Clear all' }).click({ modifiers: ['ControlOrMeta'] })
    await (await opened).close()
    expect(await page.getByLabel('Location').inputValue()).toBe('Mum')
    await page.getByRole('link', { name: 'Clear all' }).click()
    await page.waitForURL('**/list?sort=price_desc')
    await page.getByRole('list', { name: 'Active filters' }).waitFor({ state: 'detached' })
  })
})

it('an address that cannot be searched for says why and leads to all homes', async () => {
  const visitor = await site.visit('about:blank')
  visitor.expectProblem(/400/)
  const { page } = visitor
  await page.goto('/list?city=Pune&after=mangled')
  await page.getByRole('alert').getByText('Error loading posts!').waitFor()
  await page.getByRole('link', { name: 'Show all homes' }).click()
  await page.waitForURL('**/list')
  await results(page)
})

describe('loading', () => {
  it("says 'Loading...' until the homes come, in their place", async () => {
    const { page } = await site.visit('/list?city=Pune')
    await results(page)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/posts?city=Mumbai', async (route) => {
      await held
      await route.continue()
    })
    await page.getByLabel('Location').fill('Mumbai')
    await search(page)
    await page.getByText('Loading...', { exact: true }).waitFor()
    expect(await page.getByRole('article').count()).toBe(0)
    release()
    await results(page)
  })

  it("says 'Error loading posts!' when it fails, and loads them when tried again", async () => {
    const visitor = await site.visit('/list?city=Pune')
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED/)
    await results(page)
    await page.route('**/posts?city=Mumbai', (route) => route.abort(), { times: 1 })
    await page.getByLabel('Location').fill('Mumbai')
    await search(page)
    await page.getByRole('alert').getByText('Error loading posts!').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await results(page)
    expect(await countShown(page)).toMatch(/homes in Mumbai$/)
  })
})

describe('where nothing is found', () => {
  it('offers to leave out a filter, or all but the city, with how many that finds', async () => {
    const { page } = await site.visit('/list?city=Pune&type=rent&maxPrice=1')
    await page.getByText('No home matches this search.').waitFor()
    const offers = page.getByRole('list', { name: 'Searches that find more' })
    await offers.getByRole('link', { name: /^Everything in Pune 20 homes$/ }).waitFor()
    expect(await offers.getByRole('link', { name: /Without “To rent”/ }).count()).toBe(0)
    await offers.getByRole('link', { name: /^Without “Up to \$ 1” \d+ homes$/ }).click()
    await page.waitForURL('**/list?city=Pune&type=rent')
    await results(page)
  })

  it('offers places that are called much like it', async () => {
    const { page } = await site.visit('/list?city=Mumbay')
    await page.getByRole('link', { name: /^Did you mean Mumbai\? \d+ homes$/ }).click()
    await page.waitForURL('**/list?city=Mumbai')
    await results(page)
  })
})

describe('a card', () => {
  it('has picture, price, title, place and facts, and leads to the listing', async () => {
    const { page } = await site.visit('/list?city=Pune&property=apartment')
    const card = page.getByRole('article').first()
    const { width, height } = await card.getByRole('img').evaluate((img) => img.getBoundingClientRect())
    expect(width / height).toBeCloseTo(1.5, 1)
    expect(await card.innerText()).toMatch(/\$ [\d,]+.*\n+.+Pune\n+.+, Pune\n+\d+ bedroom · \d+ bathroom/)
    await card.getByRole('img').click()
    await page.waitForURL(/\/[0-9a-f]{24}$/)
  })

  it('loads its picture late where it is out of sight', async () => {
    const { page } = await site.visit('/list')
    await results(page)
    const loading = await page
      .getByRole('article')
      .getByRole('img')
      .evaluateAll((images) => images.map((img) => img.getAttribute('loading')))
    expect(loading.slice(0, 2)).toEqual(['eager', 'eager'])
    expect(new Set(loading.slice(6))).toEqual(new Set(['lazy']))
  })

  it('saves the place at once, and then asks a visitor to sign in', async () => {
    const { page } = await site.visit('/list?city=Pune')
    const save = page.getByRole('button', { name: /^Save the Place/ }).first()
    await save.waitFor()
    const flipped = page.evaluate(FLIPPED)
    await save.click()
    expect(await flipped).toBe('true')
    await page.waitForURL('**/login?next=*')
  })
})

/** Runs in the page: answers what the first save button says of itself once that changes. */
const FLIPPED = `new Promise((resolve) => {
  const button = document.querySelector('article button[aria-pressed]')
  new MutationObserver(() => resolve(button.getAttribute('aria-pressed')))
    .observe(button, { attributes: true, attributeFilter: ['aria-pressed'] })
})`

function fieldsOf(page: Page): Promise<string[]> {
  const names = ['Location', 'Type', 'Property', 'Min Price', 'Max Price', 'Bedroom']
  return Promise.all(names.map((name) => page.getByLabel(name, { exact: true }).inputValue()))
}
