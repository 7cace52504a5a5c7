import { describe, expect, it } from 'vitest'
import { useOwnSite, useSite } from '../site.ts'
import { results } from './screen.ts'

describe('by default', () => {
  const site = useSite()

  it("prices have the '$ ' and the grouping of the reader's locale", async () => {
    const { page } = await site.visit('/list?minPrice=15000000&maxPrice=15000000', { locale: 'de-DE' })
    await results(page)
    await page.getByRole('article').first().getByText('$ 15.000.000', { exact: true }).waitFor()
  })
})

describe('with SITE_CURRENCY=inr', () => {
  const site = useOwnSite({ SITE_CURRENCY: 'inr' })

  it('the home page, a listing and the map show rupees', async () => {
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
})
