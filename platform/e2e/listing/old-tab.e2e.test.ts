import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const site = useSite()
const { firstOf } = listingsOf(site)
const NOT_FOUND = { status: 404, body: 'Not Found' }
const VIEWER = '**/r/mfe-listings/**/listing-viewer.*.'

async function open() {
  const { id } = await firstOf('type=buy')
  const { page, expectProblem } = await site.visit('about:blank')
  // Files are lost on purpose, and the remote reports them.
  expectProblem(/Failed to load resource|mfe-listings .* failed/)
  await page.goto(`/${id}`)
  const picture = page.getByRole('region', { name: 'Pictures' }).getByRole('button').first()
  const viewer = page.getByRole('dialog', { name: 'Pictures' })
  return { page, picture, viewer, alert: page.getByRole('alert') }
}

/** As if a release came out that has other files. */
async function release(page: Page): Promise<void> {
  await page.route(page.url(), async (route: Route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/(listing-viewer)\.\w+\./g, '$1.new.') })
  })
}

it.each(['js', 'css'])('a dialog whose .%s is lost on the way opens once it can be loaded', async (kind) => {
  const { page, picture, viewer, alert } = await open()
  await page.route(VIEWER + kind, (route) => route.abort())
  await picture.click()
  await alert.getByText('The pictures could not be opened. Check your connection').waitFor()
  await page.unroute(VIEWER + kind)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await viewer.waitFor()
})

it.each(['js', 'css'])('a tab whose release was removed, with its .%s, is offered a reload', async (kind) => {
  const { page, picture, viewer, alert } = await open()
  await page.getByRole('button', { name: 'Report this listing' }).click()
  const text = page.getByRole('dialog', { name: 'Report this listing' }).getByRole('textbox')
  await text.fill('Half a tho')
  await page.keyboard.press('Escape')
  await page.route(VIEWER + kind, (route) => route.fulfill(NOT_FOUND))
  await picture.click()
  await alert.getByText('This part of the site is not available at the moment').waitFor()
  await release(page)
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.getByText('There is a new version of this site').waitFor()
  await page.unrouteAll()
  const before = await page.evaluate<number>('performance.timeOrigin')
  await alert.getByRole('button', { name: 'Reload the page' }).click()
  await picture.click()
  await viewer.waitFor()
  expect(await page.evaluate<number>('performance.timeOrigin')).toBeGreaterThan(before)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await expect.poll(() => text.inputValue()).toBe('Half a tho')
})
