import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
import { useSite } from '../site.ts'
import { cardTitles, PHONE, results } from './screen.ts'

const site = useSite({ pictures: false })

it('each page has an address, starts at the top, links to the others, and shows homes of its own', async () => {
  // Without the map, which would be drawn anew with each page.
  const { page } = await site.visit('/list', { viewport: PHONE })
  await results(page)
  const pages = [await cardTitles(page)]
  await turnPage(page, 'Next page')
  pages.push(await cardTitles(page))
  await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  expect(await hasFocus(page.getByRole('heading', { level: 1 }))).toBe(true)

  const { page: other } = await site.visit(page.url(), { viewport: PHONE })
  await results(other)
  expect(await cardTitles(other)).toEqual(pages[1])

  await page.goBack()
  await expect.poll(() => cardTitles(page)).toEqual(pages[0])
  await page.goForward()
  await expect.poll(() => cardTitles(page)).toEqual(pages[1])

  while ((await page.getByRole('link', { name: 'Next page' }).count()) > 0) {
    await turnPage(page, 'Next page')
    pages.push(await cardTitles(page))
  }
  expect(pages.flat()).toHaveLength(320)
  await turnPage(page, 'Previous page')
  expect(await cardTitles(page)).toEqual(pages.at(-2))
  await turnPage(page, 'First page')
  expect(await cardTitles(page)).toEqual(pages[0])
})

it.each([
  ['a wide screen', { width: 1366, height: 768 }],
  ['a phone', PHONE],
])('coming back from a listing or a page restores the position on %s', async (_name, viewport) => {
  const { page } = await site.visit('/list', { viewport })
  await comesBackToCard(page, 40)

  await page.getByRole('link', { name: 'Next page' }).scrollIntoViewIfNeeded()
  const top = await topOf(page, 59)
  await turnPage(page, 'Next page')
  await page.goBack()
  await expect.poll(() => topOf(page, 59)).toBeCloseTo(top, -0.5)

  await turnPage(page, 'Next page')
  await comesBackToCard(page, 20)
})

it('coming back restores the card position even if the homes are fetched again', async () => {
  const { page } = await site.visit('/list')
  const top = await openCard(page, 40)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/posts', async (route) => {
    await held
    await route.continue()
  })
  await page.goBack()
  await page.getByText('Loading...', { exact: true }).waitFor()
  release()
  await expect.poll(() => topOf(page, 40)).toBeCloseTo(top, -0.5)
})

async function turnPage(page: Page, name: string): Promise<void> {
  await results(page)
  const before = await cardTitles(page)
  await page.getByRole('link', { name }).click()
  await expect.poll(() => cardTitles(page)).not.toEqual(before)
  await results(page)
}

async function comesBackToCard(page: Page, index: number): Promise<void> {
  const top = await openCard(page, index)
  await page.goBack()
  await results(page)
  await expect.poll(() => topOf(page, index)).toBeCloseTo(top, -0.5)
}

/** Scrolls to a card and opens it. Returns its distance from the top of the window. */
async function openCard(page: Page, index: number): Promise<number> {
  await results(page)
  await page.mouse.move(200, 600)
  await page.mouse.wheel(0, (await topOf(page, index)) - 200)
  await expect.poll(() => topOf(page, index)).toBeCloseTo(200, -0.5)
  const top = await topOf(page, index)
  await page.getByRole('article').nth(index).getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return top
}

function topOf(page: Page, index: number): Promise<number> {
  return page
    .getByRole('article')
    .nth(index)
    .evaluate((card) => card.getBoundingClientRect().top)
}
