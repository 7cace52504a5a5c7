import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from './focus.ts'
import { useSite } from './site.ts'

const site = useSite()

describe('the search bar', () => {
  it('offers prices from 0 to 10000000, and refuses none above', async () => {
    const { page } = await site.visit('/')
    for (const field of [minPrice(page), maxPrice(page)]) {
      const attributes = await Promise.all(['type', 'min', 'max', 'value'].map((name) => field.getAttribute(name)))
      expect(attributes).toEqual(['number', '0', '10000000', '0'])
    }
    await maxPrice(page).fill('15000000')
    await search(page)
    await page.waitForURL('**/list?type=buy&city=&minPrice=0&maxPrice=15000000')
  })

  it.each([
    ['before', 14],
    ['after', 60],
  ])('takes what is typed %s the 0 in place of it', async (_, x) => {
    const { page } = await site.visit('/')
    await maxPrice(page).click({ position: { x, y: 20 } })
    await page.keyboard.type('15000000')
    expect(await maxPrice(page).inputValue()).toBe('15000000')
    await page.keyboard.press('Home')
    await page.keyboard.type('0')
    expect(await maxPrice(page).inputValue()).toBe('15000000')
  })

  it('says that a max price is below the min price, and searches once it is not', async () => {
    const { page } = await site.visit('/')
    await page.getByRole('combobox', { name: 'City' }).fill('Pune')
    await minPrice(page).fill('6000000')
    await maxPrice(page).fill('5000000')
    await expectRefusal(page, 'Max price', 'Your max price is below your min price')
    await page.keyboard.type('7000000')
    expect(await maxPrice(page).getAttribute('aria-invalid')).toBe(null)
    await search(page)
    await page.waitForURL('**/list?type=buy&city=Pune&minPrice=6000000&maxPrice=7000000')
  })

  it('has no most where the max price is 0 or nothing', async () => {
    const { page } = await site.visit('/')
    await minPrice(page).fill('6000000')
    await maxPrice(page).fill('')
    await search(page)
    await page.waitForURL('**/list?type=buy&city=&minPrice=6000000&maxPrice=0')
  })

  it.each([
    ['-5', 'A price cannot be below 0'],
    ['e', 'Enter the price in digits'],
    ['9e12', 'That is more than any home costs'],
  ])('says that %s is no price', async (typed, error) => {
    const { page } = await site.visit('/')
    await minPrice(page).press('Control+A')
    await page.keyboard.type(typed)
    await expectRefusal(page, 'Min price', error)
  })

  it('writes a price into the address as plain digits', async () => {
    const { page } = await site.visit('/')
    await minPrice(page).press('Control+A')
    await page.keyboard.type('15e5')
    await search(page)
    await page.waitForURL('**/list?type=buy&city=&minPrice=1500000&maxPrice=0')
  })
})

const minPrice = (page: Page) => page.getByLabel('Min price')
const maxPrice = (page: Page) => page.getByLabel('Max price')
const search = (page: Page) => page.getByRole('button', { name: 'Search' }).click()

async function expectRefusal(page: Page, label: string, error: string): Promise<void> {
  await search(page)
  await page.getByText(error).waitFor()
  const field = page.getByLabel(label)
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  expect(await hasFocus(field)).toBe(true)
  expect(new URL(page.url()).pathname).toBe('/')
}
