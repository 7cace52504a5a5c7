import type { Post } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useOwnSite, useSite } from '../site.ts'
import { results, search } from './screen.ts'

describe('by default', () => {
  const site = useSite()

  it.each([
    ['en-IN', '$ 1,50,00,000'],
    ['en-US', '$ 15,000,000'],
    ['de-DE', '$ 15.000.000'],
  ])("prices have the '$ ' and the grouping of %s", async (locale, price) => {
    const { page } = await site.visit('/list?minPrice=15000000&maxPrice=15000000', { locale })
    await results(page)
    await page.getByRole('article').first().getByText(price, { exact: true }).waitFor()
    await page.getByRole('link', { name: `Remove filter: Up to ${price}`, exact: true }).waitFor()
  })
})

describe('with SITE_CURRENCY=inr', () => {
  const site = useOwnSite({ SITE_CURRENCY: 'inr' })

  it('prices have the ₹ with lakh and crore, and no needless zeros', async () => {
    const posts = (await (await fetch(`${site.url()}/posts?city=Pune&type=buy`)).json()) as Post[]
    const { page } = await site.visit('/list?city=Pune&type=buy')
    await results(page)
    const shown = await page.getByRole('article').getByText(/^₹/).allTextContents()
    expect(shown).toEqual(posts.map(({ price }) => inWords(price)))
  })

  it('the home page, a listing and the map have it too', async () => {
    const { page } = await site.visit('/')
    await page
      .getByRole('article')
      .first()
      .getByText(/^₹[\d.,]+/)
      .waitFor()
    expect(await page.getByText(/^\$ /).count()).toBe(0)
    await page.goto('/list?city=Pune&bedroom=3&type=rent')
    await page.locator('button[data-mark]').filter({ hasText: /^₹/ }).first().waitFor()
    await page.goto(`/${await site.anyListing()}`)
    await page
      .getByText(/^₹[\d.,]+/)
      .first()
      .waitFor()
  })

  it('a price may be entered as people write it', async () => {
    const { page } = await site.visit('/list?city=Pune')
    await results(page)
    await searchUpTo(page, '45 lac', 'Up to ₹45 Lac', '4500000')
    await searchUpTo(page, '45 lakh', 'Up to ₹45 Lac', '4500000')
    await searchUpTo(page, '1.20 cr', 'Up to ₹1.2 Cr', '12000000')
  })
})

async function searchUpTo(page: Page, typed: string, chip: string, parameter: string): Promise<void> {
  await page.getByLabel('Max Price').fill(typed)
  await search(page)
  await page.getByRole('link', { name: `Remove filter: ${chip}`, exact: true }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('maxPrice')).toBe(parameter)
}

/** A second opinion: at most two decimals of the largest unit. */
function inWords(price: number): string {
  const [size, unit] = price >= 9_999_500 ? [1e7, ' Cr'] : price >= 1e5 ? [1e5, ' Lac'] : [1, '']
  return `₹${(price / size).toFixed(2).replace(/\.?0+$/, '')}${unit}`
}
