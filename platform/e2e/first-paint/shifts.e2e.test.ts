import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from '../site.ts'

/** Above this the web's own measure calls a page unsteady. */
const LIMIT = 0.1
const WIDTHS = [360, 820, 1366]
const PATHS = ['/', '/list', '/list?city=Pune&maxPrice=1', '/{id}', '/agents', '/about', '/contact', '/login', '/chat']

/** Runs in the page, before its own scripts: adds up every shift that nobody's own input explains. */
const WATCH_SHIFTS = `
  window.shifts = { total: 0, sources: [] }
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.hadRecentInput) continue
      window.shifts.total += entry.value
      for (const { node } of entry.sources) window.shifts.sources.push(node?.outerHTML?.slice(0, 120) ?? '')
    }
  }).observe({ type: 'layout-shift', buffered: true })`

const site = useSite()

it.each(PATHS.flatMap((path) => WIDTHS.map((width) => ({ path, width }))))(
  '$path stays in place while it comes, $width wide',
  async ({ path, width }) => {
    const { page } = await openSlowly(width)
    await page.goto(path.replace('{id}', await site.anyListing()), { waitUntil: 'networkidle' })
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    expectSteady(await shiftsOf(page))
  },
)

it.each(WIDTHS)('a walk through the site stays in place, %i wide', async (width) => {
  const { page } = await openSlowly(width)
  await page.goto('/', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: /^Search results for/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
  expectSteady(await shiftsOf(page))
})

it('is a check that notices a page that jumps', async () => {
  const { page } = await openSlowly(820)
  await page.goto('/about', { waitUntil: 'networkidle' })
  await page.evaluate(`document.body.insertAdjacentHTML('afterbegin', '<p><br><br><br><br><br><br><br><br><br></p>')`)
  await expect.poll(async () => (await shiftsOf(page)).total).toBeGreaterThan(LIMIT)
})

/** A visitor whose network lets one see each part arrive after the other. */
async function openSlowly(width: number) {
  const visitor = await site.visit('about:blank', { viewport: { width, height: width < 1000 ? 800 : 768 } })
  await visitor.context.addInitScript({ content: WATCH_SHIFTS })
  const devtools = await visitor.context.newCDPSession(visitor.page)
  await devtools.send('Network.enable')
  const speed = { downloadThroughput: 400_000, uploadThroughput: 400_000 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 60, ...speed })
  visitor.page.setDefaultTimeout(20_000)
  return visitor
}

interface Shifts {
  total: number
  sources: string[]
}

function shiftsOf(page: Page): Promise<Shifts> {
  return page.evaluate<Shifts>('window.shifts')
}

function expectSteady({ total, sources }: Shifts): void {
  expect(total, sources.join('\n')).toBeLessThan(LIMIT)
}
