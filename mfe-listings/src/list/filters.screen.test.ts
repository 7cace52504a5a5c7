import { HELD } from '@aangan/contracts/page'
import { input } from '@aangan/remote/testing/input'
import { listAnswer } from '@aangan/remote/testing/network'
import {
  choose,
  click,
  entered,
  fill,
  go,
  gone,
  hasFocus,
  press,
  shown,
  texts,
  until,
} from '@aangan/remote/testing/user-actions'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { homes } from '../testing/homes.ts'
import { renderRemote } from '../testing/screens.ts'
import { field, heading, listNetwork, openCard, openFilters, PHONE, results, search } from './testing/list.ts'

const network = listNetwork()
const here = () => location.pathname + location.search

function chosen(select: Locator): string | undefined {
  return (select.element() as HTMLSelectElement).selectedOptions[0]?.label
}

describe('the filter panel', () => {
  it('is titled with the place', async () => {
    await renderRemote('/list?city=Pune', { network })
    await shown(page.getByRole('heading', { level: 1, name: 'Search results for Pune', exact: true }))
    const panel = document.querySelector('search')
    const title = document.getElementById(panel?.getAttribute('aria-labelledby') ?? '')
    expect(title?.textContent).toBe('Search results for Pune')
  })

  it('has the specified fields and options', async () => {
    await renderRemote('/list', { network })
    await shown(field.location)
    const choices = (name: 'type' | 'property') => texts(field[name].getByRole('option'))
    expect(choices('type')).toEqual(['any', 'Buy', 'Rent'])
    expect(choices('property')).toEqual(['any', 'Apartment', 'House', 'Condo', 'Land'])
    const types = [field.minPrice, field.maxPrice, field.bedroom].map((one) => one.element().getAttribute('type'))
    expect(types).toEqual(['number', 'text', 'text'])
  })

  it('starts with the filters in the URL', async () => {
    await renderRemote('/list?type=rent&city=Pune&property=apartment&minPrice=1000&maxPrice=900000&bedroom=2', {
      network,
    })
    const fields = [field.location, field.type, field.property, field.minPrice, field.maxPrice, field.bedroom]
    expect(fields.map(entered)).toEqual(['Pune', 'rent', 'apartment', '1,000', '900,000', '2'])
  })

  it('reports a URL value that is not an option', async () => {
    await renderRemote('/list?days=0', { network })
    await shown(page.getByText('“0” is not one of the options.'))
    await click(page.getByRole('link', { name: 'Remove filter: Not valid: 0' }))
    expect(here()).toBe('/list')
    await gone(page.getByText('“0” is not one of the options.'))
  })

  it('adds a valid URL value that is not among the options', async () => {
    await renderRemote('/list?days=5&type=Rent', { network })
    const within = page.getByLabelText('Posted within', { exact: true })
    await shown(within)
    expect([within, field.type].map(chosen)).toEqual(['Posted in the last 5 days', 'Rent'])
    expect(texts(field.type.getByRole('option'))).toEqual(['any', 'Buy', 'Rent'])
    await choose(within, '7')
    await search()
    expect(here()).toBe('/list?type=rent&days=7')
    await until(() => texts(within.getByRole('option'))).toEqual(['any', '1 day', '3 days', '7 days', '30 days'])
  })

  it('writes the filters into the URL, and searches', async () => {
    const screen = await renderRemote('/list', { network })
    await fill(field.location, 'Mumbai')
    await choose(field.type, 'buy')
    await choose(field.property, 'apartment')
    await fill(field.minPrice, '1000')
    await fill(field.maxPrice, '5 Cr')
    await fill(field.bedroom, '3')
    await search()
    const query = '?city=Mumbai&type=buy&property=apartment&minPrice=1000&maxPrice=50000000&bedroom=3'
    expect(here()).toBe(`/list${query}`)
    await shown(page.getByRole('heading', { level: 1, name: 'Search results for Mumbai' }))
    await until(() => screen.network.asked).toContain(`/posts${query}`)
  })

  it('filters by one or by two kinds of furnishing', async () => {
    const screen = await renderRemote('/list?furnishing=bare', { network })
    const furnishing = page.getByLabelText('Furnishing', { exact: true })
    await shown(page.getByText('“bare” is not one of the options.'))
    const choices = ['any', 'Furnished', 'Semi-furnished', 'Unfurnished', 'Furnished or semi-furnished']
    expect(texts(furnishing.getByRole('option'))).toEqual(choices)
    for (const [value, label] of [
      ['unfurnished', 'Unfurnished'],
      ['furnished,semi-furnished', 'Furnished or semi-furnished'],
    ] as const) {
      await choose(furnishing, value)
      await search()
      await shown(page.getByRole('link', { name: `Remove filter: ${label}`, exact: true }))
      const query = `?${new URLSearchParams({ furnishing: value })}`
      expect(here()).toBe(`/list${query}`)
      await until(() => screen.network.asked).toContain(`/posts${query}`)
    }
  })

  it('follows the URL on Back and Forward', async () => {
    await renderRemote('/list?city=Pune', { network })
    await choose(field.type, 'rent')
    await search()
    expect(here()).toBe('/list?city=Pune&type=rent')
    await shown(page.getByRole('link', { name: 'Remove filter: To rent' }))
    await go(-1)
    await until(() => entered(field.type)).toBe('')
    await go(1)
    await until(() => entered(field.type)).toBe('rent')
  })

  it.each([
    ['minPrice', 'cheap', '“cheap” is not an amount.'],
    ['maxPrice', '1,5 Cr', 'Write a point instead of the comma'],
    ['bedroom', 'many', 'Enter 2, or 2,3, or 4+.'],
  ] as const)('says so once a field is left that cannot be read: %s %j', async (name, text, error) => {
    await renderRemote('/list?city=Pune', { network })
    await fill(field[name], text)
    expect(page.getByText(error).elements()).toEqual([])
    await click(field.location)
    await shown(page.getByText(error))
    expect(here()).toBe('/list?city=Pune')
  })

  it('replaces a price that Tab has reached', async () => {
    await renderRemote('/list?minPrice=1000&maxPrice=40000', { network: listNetwork() })
    ;((await shown(field.minPrice)) as HTMLInputElement).focus()
    await press('Tab')
    await press('5')
    expect(entered(field.maxPrice)).toBe('5')
  })

  it.each(['minPrice', 'maxPrice'] as const)('shows all of a %s of ten crores, grouped', async (name) => {
    const viewport = { width: 1280, height: 800 }
    await renderRemote(`/list?${name}=100000000&type=rent`, { network, viewport, site: { locale: 'en-IN' } })
    const price = (await shown(field[name])) as HTMLInputElement
    expect(price.value).toBe('10,00,00,000')
    expect(price.scrollWidth).toBeLessThanOrEqual(price.clientWidth)
  })

  it('says so only after the press that leaves the field: what is pressed stays under the pointer', async () => {
    await renderRemote('/list?city=Pune', { network, viewport: PHONE })
    await results()
    await openFilters()
    await fill(field.maxPrice, '1,5 Cr')
    const { left, top } = page.getByRole('button', { name: 'Search', exact: true }).element().getBoundingClientRect()
    await input.movePointer(left + 20, top + 4)
    await input.pressPointer()
    await input.releasePointer()
    await until(() => hasFocus(field.maxPrice)).toBe(true)
  })

  it('takes a size in another unit', async () => {
    await renderRemote('/list', { network })
    await fill(page.getByLabelText('Min sqft', { exact: true }), '110 sqm')
    await search()
    expect(here()).toBe('/list?minSize=1184')
  })

  it('shows an error below a field, and does not search', async () => {
    const screen = await renderRemote('/list?city=Pune', { network })
    await results()
    await fill(field.maxPrice, 'cheap')
    await search()
    await shown(page.getByText('“cheap” is not an amount.'))
    expect(here()).toBe('/list?city=Pune')
    expect(field.maxPrice.element().getAttribute('aria-invalid')).toBe('true')
    expect(document.activeElement?.getAttribute('name')).toBe('maxPrice')
    expect(screen.network.asked.filter((call) => /^\/posts\?/.test(call))).toEqual(['/posts?city=Pune'])
  })

  it('keeps unsubmitted edits while the list is sorted, paged and filtered', async () => {
    await renderRemote('/list?type=buy', { network: { ...network, '/posts': listAnswer(homes(3), { next: 'two' }) } })
    await results()
    await fill(field.location, 'Mumbai')
    await fill(field.bedroom, '3')
    await choose(field.sort, 'price_asc')
    expect(here()).toBe('/list?type=buy&sort=price_asc')
    const next = page.getByRole('link', { name: 'Next page' })
    await until(() => next.query()?.getAttribute('href')).toContain('sort=price_asc')
    await click(next)
    expect(here()).toContain('after=two')
    await shown(page.getByRole('link', { name: 'Previous page' }))
    await click(page.getByRole('link', { name: 'Remove filter: To buy' }))
    expect(here()).toBe('/list?sort=price_asc')
    await results()
    await until(() => [field.location, field.type, field.bedroom].map(entered)).toEqual(['Mumbai', '', '3'])

    // Open a listing and go back: the history entry keeps its edits.
    await openCard(0)
    await until(() => heading.query()?.textContent).toBe('Home 1')
    await go(-1)
    await results()
    await until(() => [field.location, field.bedroom].map(entered)).toEqual(['Mumbai', '3'])

    await search()
    expect(here()).toBe('/list?city=Mumbai&bedroom=3&sort=price_asc')
    await shown(page.getByRole('heading', { name: 'Search results for Mumbai' }))
    await go(-1)
    await until(() => entered(field.location)).toBe('')
    await fill(field.location, 'Delhi')
    await go(1)
    await until(() => entered(field.location)).toBe('Mumbai')
    await fill(field.bedroom, '2')
    await click(page.getByRole('link', { name: 'Clear all' }))
    expect(here()).toBe('/list?sort=price_asc')
    await until(() => [field.location, field.bedroom].map(entered)).toEqual(['', ''])
  })

  it('keeps unsubmitted edits over a reload, with their history entry', async () => {
    await renderRemote('/list?city=Pune', { network, entryState: { edits: { city: 'Mumbai' } } })
    await results()
    await until(() => entered(field.location)).toBe('Mumbai')
    await fill(field.bedroom, '3')
    await until(() => history.state.usr.edits).toEqual({ city: 'Mumbai', bedroom: '3' })
    await search()
    expect(here()).toBe('/list?city=Mumbai&bedroom=3')
    await until(() => entered(field.location)).toBe('Mumbai')
    expect(history.state.usr?.edits).toBe(undefined)
    const stored: unknown[] = []
    const keep = ({ state }: PopStateEvent) => void stored.push(state?.usr?.edits)
    window.addEventListener('popstate', keep)
    onTestFinished(() => window.removeEventListener('popstate', keep))
    await go(-1)
    expect(stored[0]).toEqual({})
  })

  it.each([PHONE, { width: 1279, height: 768 }])('collapses at $width px', async (viewport) => {
    await renderRemote('/list?city=Pune&type=rent', { network, viewport })
    await gone(field.location)
    await openFilters()
    await fill(field.location, 'Mumbai')
    await search()
    expect(here()).toBe('/list?city=Mumbai&type=rent')
    await gone(field.location)
  })

  it('opens on a phone if it is pressed before the scripts have come', async () => {
    await renderRemote('/list', { network, viewport: PHONE })
    await results()
    page.getByRole('button', { name: 'Filters' }).element().setAttribute(HELD, '')
    await shown(field.location)
    const panel = document.querySelector('search')?.getBoundingClientRect()
    expect(panel?.bottom).toBeLessThanOrEqual(PHONE.height)
    await gone(field.sort)
  })
})

describe('active filters', () => {
  it('are removed one by one, including the map area', async () => {
    await renderRemote(
      '/list?city=Pune&type=rent&property=apartment&minPrice=100&maxPrice=9000000&bedroom=2&bbox=73,18,75,19',
      { network },
    )
    const chips = ['Pune', 'To rent', 'Apartment', 'From $ 100', 'Up to $ 9,000,000', '2 bedroom', 'Map area']
    const names = ['city', 'type', 'property', 'minPrice', 'maxPrice', 'bedroom', 'bbox']
    for (const [index, chip] of chips.entries()) {
      await click(page.getByRole('link', { name: `Remove filter: ${chip}`, exact: true }))
      await gone(page.getByRole('link', { name: `Remove filter: ${chip}`, exact: true }))
      expect([...new URLSearchParams(location.search).keys()]).toEqual(names.slice(index + 1))
    }
    await shown(page.getByRole('heading', { name: 'Search results for all of India' }))
  })

  it('are cleared all at once, keeping the sort order', async () => {
    await renderRemote('/list?city=Pune&type=rent&sort=price_desc', { network })
    await fill(field.location, 'Mum')
    const all = page.getByRole('link', { name: 'Clear all' })
    expect(await isLeftToBrowser(() => click(all, { ctrlKey: true }))).toBe(true)
    expect(entered(field.location)).toBe('Mum')
    expect(await isLeftToBrowser(() => click(all))).toBe(false)
    expect(here()).toBe('/list?sort=price_desc')
    await gone(page.getByRole('list', { name: 'Active filters' }))
    await until(() => entered(field.location)).toBe('')
  })
})

/** Whether the click's default was not prevented, so that the browser opens a new tab. */
async function isLeftToBrowser(act: () => Promise<void>): Promise<boolean> {
  let isLeft: boolean | undefined
  const watch = (event: Event) => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  window.addEventListener('click', watch, { once: true })
  await act()
  if (isLeft === undefined) throw new Error('Nothing was clicked.')
  return isLeft
}
