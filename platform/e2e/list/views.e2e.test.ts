import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { PHONE, results } from './screen.ts'

const site = useSite()

describe('on a wide screen', () => {
  it('hovering a card or its marker highlights both', async () => {
    const { page } = await site.visit('/list?city=Pune&bedroom=3&type=rent')
    await results(page)
    const marker = page.locator('button[data-mark]').filter({ hasText: '$' }).first()
    await marker.waitFor()
    const id = await marker.getAttribute('data-mark')
    const card = page.getByRole('listitem').filter({ has: page.locator(`article a[href="/${id}"]`) })
    const plain = await backgroundOf(marker)

    await card.hover()
    await expect.poll(() => backgroundOf(marker)).not.toBe(plain)
    await page.mouse.move(5, 5)
    await expect.poll(() => backgroundOf(marker)).toBe(plain)

    const top = await page.evaluate('scrollY')
    await marker.hover()
    await expect.poll(() => card.getAttribute('data-active')).toBe('true')
    expect(await page.evaluate('scrollY')).toBe(top)
    await page.mouse.move(5, 5)
    await expect.poll(() => card.getAttribute('data-active')).toBe(null)
  })

  it('focusing a card highlights its marker', async () => {
    const { page } = await site.visit('/list?city=Pune&bedroom=3&type=rent')
    await results(page)
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('article') })
      .first()
    await card.getByRole('heading').getByRole('link').focus()
    await expect.poll(() => card.getAttribute('data-active')).toBe('true')
  })
})

describe('on a phone', () => {
  it('the map is still there after a visit to a listing', async () => {
    const { page } = await site.visit('/list?city=Pune&bedroom=3&type=rent', { viewport: PHONE })
    await results(page)
    await show(page, 'Map')
    await page.locator('button[data-mark]').filter({ hasText: '$' }).first().click()
    await page.getByRole('dialog').getByRole('link').last().click()
    await page.waitForURL(/\/[0-9a-f]{24}$/)
    await page.goBack()
    await page.getByRole('region', { name: /map/i }).waitFor()
    expect(await page.getByRole('radio', { name: 'Map' }).isChecked()).toBe(true)
  })
})

it.each([360, 1366])('nothing overflows at %i', async (width) => {
  const { page } = await site.visit('/list?city=Thiruvananthapuram&type=rent', { viewport: { width, height: 700 } })
  await results(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

async function show(page: Page, view: 'List' | 'Map'): Promise<void> {
  await page.getByRole('radio', { name: view, exact: true }).check()
}

function backgroundOf(marker: ReturnType<Page['locator']>): Promise<string | undefined> {
  return marker.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)
}
