import { KEPT } from '@aangan/contracts/page'
import { expect, it, onTestFinished } from 'vitest'
import { openLine } from './line.ts'
import { useSite } from './site.ts'
import { openVisitor } from './visitor.ts'

const site = useSite()

it('keeps what was seen while the site is out of reach, and nothing longer', async () => {
  const line = await openLine(site.url())
  const options = { serviceWorkers: 'allow', viewport: { width: 390, height: 844 } } as const
  const visitor = await openVisitor(site.browser(), line.url, options)
  onTestFinished(async () => expect(await visitor.close()).toEqual([]))
  visitor.expectProblem(/ERR_|failed/)
  const { page } = visitor
  const told = page.getByRole('banner').getByText('No connection. Trying again…')
  const cards = page.locator('main li a[href^="/"]')
  const heading = page.getByRole('heading', { level: 1 })

  await page.goto('/list?city=Pune')
  await page.locator('[data-part]').waitFor()
  // The last that the page does for it.
  await page.waitForResponse('**/r/page.json')
  await page.evaluate('navigator.serviceWorker.ready')
  const many = await cards.count()
  await cards.nth(2).click()
  await page.getByRole('complementary', { name: 'Contact Owner' }).waitFor()
  const title = await heading.textContent()
  await page.goBack()

  line.cut()
  await cards.last().click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.goBack()
  await expect.poll(() => cards.count()).toBe(many)
  await page.reload()
  await told.waitFor()
  await expect.poll(() => cards.count()).toBe(many)
  await cards.nth(2).click()
  await expect.poll(() => heading.textContent()).toBe(title)
  // An address that was never loaded as a page.
  await page.reload()
  await told.waitFor()
  await expect.poll(() => heading.textContent()).toBe(title)

  line.mend()
  await page.evaluate("dispatchEvent(new Event('online'))")
  await told.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('[data-part]').waitFor()
  expect(await page.locator(`[${KEPT}]`).count()).toBe(0)
})
