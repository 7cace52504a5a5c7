import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
import { useSite } from '../site.ts'
import { countShown, PHONE, results } from './screen.ts'

const site = useSite()

describe('on a wide screen', () => {
  it('cards are left of the map, which stays in sight beneath the filters', async () => {
    const { page } = await site.visit('/list')
    await results(page)
    await page.mouse.move(200, 600)
    await page.mouse.wheel(0, 2000)
    await expect.poll(() => page.evaluate('scrollY')).toBe(2000)
    const [filters, map] = await Promise.all([boxOf(page, 'search'), boxOf(page, 'region', /map/i)])
    const card = await page.getByRole('article').first().boundingBox()
    expect(map.x).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? 0))
    expect(map.y).toBeCloseTo(filters.y + filters.height, -0.5)
    expect(map.y + map.height).toBeCloseTo(768, -0.5)
  })

  it('a card and its marker are marked together, whichever is pointed at', async () => {
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

  it('a card that has the focus marks its marker too', async () => {
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
  it('a switch at the bottom turns the list into the map and back, to where the reader was', async () => {
    const { page } = await site.visit('/list?city=Pune', { viewport: PHONE })
    await results(page)
    await page.mouse.move(200, 500)
    await page.mouse.wheel(0, 1500)
    // The browser keeps the same card in place where the bar's height differs.
    await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - 1500)).toBeLessThan(40)
    await show(page, 'Map')
    await page.getByRole('region', { name: /map/i }).waitFor()
    expect(await page.getByRole('article').first().isVisible()).toBe(false)
    expect(await countShown(page)).toBe('20 homes in Pune')
    const map = await boxOf(page, 'region', /map/i)
    expect(map.width).toBe(PHONE.width)
    expect(map.y + map.height).toBeCloseTo(PHONE.height, -0.5)
    await show(page, 'List')
    // The browser keeps the same card in place where the bar's height differs.
    await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - 1500)).toBeLessThan(40)
  })

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

  it('a failure is said where the map would be', async () => {
    const visitor = await site.visit('/list?city=Pune', { viewport: PHONE })
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED/)
    await results(page)
    await show(page, 'Map')
    await page.route('**/posts?city=Mumbai', (route) => route.abort(), { times: 1 })
    await page.getByRole('button', { name: /^Filters/ }).click()
    await page.getByLabel('Location').fill('Mumbai')
    await page.keyboard.press('Enter')
    await page.getByRole('alert').getByText('Error loading posts!').waitFor()
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: /map/i }).waitFor()
  })
})

it('the folded filters open at the top of a phone, and give the place back', async () => {
  const { page } = await site.visit('/list?city=Pune', { viewport: PHONE })
  await results(page)
  const filters = page.getByRole('button', { name: /^Filters/ })
  for (const close of [() => filters.click(), () => page.getByLabel('Location').press('Escape')]) {
    await page.evaluate('scrollTo(0, 1500)')
    await filters.click()
    await page.getByLabel('Location').waitFor()
    expect(await page.evaluate('scrollY')).toBe(0)
    await close()
    // The browser keeps the same card in place where the bar's height differs.
    await expect.poll(async () => Math.abs(Number(await page.evaluate('scrollY')) - 1500)).toBeLessThan(40)
  }
  expect(await hasFocus(filters)).toBe(true)
})

it.each([360, 390, 683, 820, 1024, 1366, 1920])('nothing overflows at %i', async (width) => {
  const { page } = await site.visit('/list?city=Thiruvananthapuram&type=rent&minPrice=1000&maxPrice=90000000', {
    viewport: { width, height: 700 },
  })
  await results(page)
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
})

async function show(page: Page, view: 'List' | 'Map'): Promise<void> {
  await page.getByRole('radio', { name: view, exact: true }).check()
}

async function boxOf(page: Page, role: 'search' | 'region', name?: RegExp) {
  const box = await page.getByRole(role, { name }).first().boundingBox()
  if (!box) throw new Error(`The ${role} has no box: it is not shown.`)
  return box
}

function backgroundOf(marker: ReturnType<Page['locator']>): Promise<string | undefined> {
  return marker.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).backgroundColor)
}
