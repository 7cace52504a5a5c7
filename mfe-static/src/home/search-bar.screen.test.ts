import { post } from '@aangan/contracts/testing/posts'
import { describePlaceField } from '@aangan/product/testing/place-field'
import { input } from '@aangan/remote/testing/input'
import type { Answers } from '@aangan/remote/testing/network'
import {
  click,
  entered,
  fill,
  go,
  gone,
  hasFocus,
  point,
  press,
  shown,
  until,
} from '@aangan/remote/testing/user-actions'
import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderRemote } from '../testing/screens.ts'

const open = (answers: Answers = {}) =>
  renderRemote('/', { network: { '/posts': [post()], '/posts/cities': [], '/posts/places': [], ...answers } })

const minPrice = page.getByLabelText('Min price')
const maxPrice = page.getByLabelText('Max price')
const search = () => click(page.getByRole('button', { name: 'Search' }))
const here = () => location.pathname + location.search

describePlaceField({
  label: 'City',
  open,
  searched: () => new URLSearchParams(location.search).get('city'),
})

describe('the search bar', () => {
  it('suggests prices from 0 to 10000000, and accepts higher ones', async () => {
    await open()
    for (const field of [minPrice, maxPrice]) {
      const element = await shown(field)
      const attributes = ['type', 'min', 'max', 'value'].map((name) => element.getAttribute(name))
      expect(attributes).toEqual(['number', '0', '10000000', '0'])
    }
    await fill(maxPrice, '15000000')
    await search()
    expect(here()).toBe('/list?type=buy&city=&minPrice=0&maxPrice=15000000')
  })

  it('accepts a price in words, and shows how it was understood', async () => {
    await open()
    await enter('50 lakh', maxPrice)
    expect(entered(maxPrice)).toBe('50 lakh')
    await shown(page.getByText('$ 5,000,000', { exact: true }))
    await enter('1,5 Cr', minPrice)
    await search()
    await refused(minPrice, '“1,5 Cr” is not clear. Write a point instead of the comma: 1.5 Cr.')
    await enter('4500000', minPrice)
    await search()
    expect(here()).toBe('/list?type=buy&city=&minPrice=4500000&maxPrice=5000000')
  })

  it('says so once a price is left that cannot be read', async () => {
    await open()
    await fill(maxPrice, '1,5 Cr')
    await click(page.getByLabelText('City'))
    await shown(page.getByText('Write a point instead of the comma: 1.5 Cr.'))
    expect(maxPrice.element().getAttribute('aria-invalid')).toBe('true')
  })

  it('restores its fields on Back', async () => {
    await open()
    await click(page.getByRole('radio', { name: 'Rent' }))
    await fill(page.getByLabelText('City'), 'Pune')
    await fill(maxPrice, '15000')
    history.pushState({ usr: null, key: 'about', idx: 1 }, '', '/about')
    await gone(maxPrice)
    await go(-1)
    await until(() => maxPrice.query() && entered(maxPrice)).toBe('15,000')
    await search()
    expect(here()).toBe('/list?type=rent&city=Pune&minPrice=0&maxPrice=15000')
  })

  it.each([
    ['before', 14],
    ['after', 60],
  ])('replaces the 0 by text that is typed %s it', async (_, x) => {
    await open()
    await point(maxPrice, { x, y: 20 })
    await input.pressPointer()
    await input.releasePointer()
    await input.typeText('15000000')
    await until(() => entered(maxPrice)).toBe('15000000')
    await press('Home')
    await input.typeText('0')
    expect(entered(maxPrice)).toBe('15000000')
  })

  it('reports a max price below the min price, and searches once it is corrected', async () => {
    await open()
    await fill(page.getByRole('combobox', { name: 'City' }), 'Pune')
    await fill(minPrice, '6000000')
    await fill(maxPrice, '5000000')
    await search()
    await refused(maxPrice, 'Your max price is below your min price')
    await input.typeText('7000000')
    await until(() => maxPrice.element().getAttribute('aria-invalid')).toBe(null)
    await search()
    expect(here()).toBe('/list?type=buy&city=Pune&minPrice=6000000&maxPrice=7000000')
  })

  it('has no upper limit if the max price is 0 or empty', async () => {
    await open()
    await fill(minPrice, '6000000')
    await fill(maxPrice, '')
    await search()
    expect(here()).toBe('/list?type=buy&city=&minPrice=6000000&maxPrice=0')
  })

  it.each([
    ['-5', 'A price cannot be below 0'],
    ['e', '“e” is not an amount. Enter one, for example 45 lakh.'],
    ['9e12', 'This price is too high. Enter a lower one'],
  ])('rejects %s as a price', async (typed, error) => {
    await open()
    await enter(typed)
    await search()
    await refused(minPrice, error)
  })

  it.each([
    ['\u200b45,00,000/-\u00a0', 4_500_000],
    ['5000000\u2060', 5_000_000],
  ])('takes the pasted price %j as %i', async (pasted, price) => {
    await open()
    await fill(minPrice, pasted)
    await search()
    expect(here()).toBe(`/list?type=buy&city=&minPrice=${price}&maxPrice=0`)
  })

  it('writes a price into the URL in plain digits', async () => {
    await open()
    await enter('15e5')
    await search()
    expect(here()).toBe('/list?type=buy&city=&minPrice=1500000&maxPrice=0')
  })
})

/** Types real keys: a number input keeps unreadable text only from them. */
async function enter(text: string, field = minPrice): Promise<void> {
  ;(await shown(field)).focus()
  await press('Control+A')
  await input.typeText(text)
}

async function refused(field: typeof minPrice, error: string): Promise<void> {
  await shown(page.getByText(error))
  expect(field.element().getAttribute('aria-invalid')).toBe('true')
  expect(hasFocus(field)).toBe(true)
  expect(location.pathname).toBe('/')
}
