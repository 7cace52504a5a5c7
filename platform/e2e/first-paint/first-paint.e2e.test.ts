import { FONT_KEY } from '@aangan/contracts/page'
import { errors, type Page, type Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { BUDGETS, DESKTOP } from './budgets.ts'
import { WATCH_PAINT, watchedOn } from './paint.ts'
import { type TransferSize, watchTransfers } from './transfer-size.ts'

const PATHS = [...Object.keys(BUDGETS), '/list?city=Pune&maxPrice=1', '/chat']
const PHONE = { width: 390, height: 844 }
const TABLET = { width: 820, height: 800 }
/** The "good" threshold of CLS (Cumulative Layout Shift). */
const MOST_SHIFTED = 0.1

/** With the site's own font: a name in another one is as wide as that. */
const IS_PAINTED = `performance.getEntriesByName('first-contentful-paint').length > 0 && document.fonts.status === 'loaded'`

const site = useSite()

it.each(PATHS)('%s loads without layout shift, paints its largest element first and meets its budget', async (path) => {
  const address = path.replace('{id}', await site.anyListing())
  // The emulated network is slow, so the visits run in parallel.
  const [phone, desktop, tablet] = await Promise.all(
    [PHONE, DESKTOP, TABLET].map((size) => visitSlowly(size, (page) => openWhole(page, address))),
  )
  if (!phone || !desktop || !tablet) throw new Error('Expected a visit for each width.')
  // In a page that is done: a new one costs as much as the visit.
  await blockUnnamed(tablet.page, address)
  await expectLargestFirst(tablet.page, address, PHONE, phone)
  await expectLargestFirst(tablet.page, address, DESKTOP, desktop)
  const budget = BUDGETS[path]
  if (budget) expectBudget(desktop.transferred, budget)
})

it('before its scripts arrive it shows the bar, where the shell will put it', async () => {
  const { page } = await site.visit('about:blank', { viewport: PHONE })
  await page.addInitScript(`localStorage.setItem('${FONT_KEY}', 'kept')`)
  const held: Route[] = []
  await page.route('**/*.js', (route) => void held.push(route))
  await page.goto('/list', { waitUntil: 'commit' })
  const bar = page.getByRole('banner')
  await bar.getByText('Aangan').waitFor()
  await expect.poll(() => page.evaluate(IS_PAINTED)).toBe(true)
  const before = await positionsInBar(page)
  await Promise.all(held.map((route) => route.continue()))
  await page.unroute('**/*.js')
  await page.getByRole('article').first().waitFor()
  expect(await positionsInBar(page)).toEqual(before)
})

it('navigation within the site causes no layout shift, at any width', async () => {
  await Promise.all([PHONE, TABLET, DESKTOP].map((size) => visitSlowly(size, walk)))
})

it('detects layout shifts', async () => {
  const { page } = await openSlowly(DESKTOP)
  await openWhole(page, '/about')
  await page.evaluate(`document.body.insertAdjacentHTML('afterbegin', '<p><br><br><br><br><br><br><br><br><br></p>')`)
  await expect.poll(async () => (await watchedOn(page)).shifted).toBeGreaterThan(MOST_SHIFTED)
})

/** The boxes of the mark and of the site's name. */
function positionsInBar(page: Page): Promise<unknown> {
  return page.evaluate(`(() => {
    const mark = document.querySelector('header svg')
    const name = document.createRange()
    name.selectNodeContents([...mark.parentNode.childNodes].find((node) => node.nodeType === Node.TEXT_NODE))
    return [mark, name].map((one) => JSON.stringify(one.getBoundingClientRect()))
  })()`)
}

interface Whole {
  page: Page
  transferred: TransferSize
}

async function visitSlowly(size: typeof PHONE, visit: (page: Page) => Promise<void>): Promise<Whole> {
  const { page, transferred } = await attempt(size, visit).catch((error: unknown) => {
    if (error instanceof StalledError) return attempt(size, visit)
    throw error
  })
  const watched = await watchedOn(page)
  expect.soft(watched.shifted, `${size.width} wide: ${watched.sources.join('\n')}`).toBeLessThan(MOST_SHIFTED)
  // As of now: what the browser keeps for pages opened offline comes a few seconds later.
  return { page, transferred: { ...transferred } }
}

async function attempt(size: typeof PHONE, visit: (page: Page) => Promise<void>): Promise<Whole> {
  const opened = await openSlowly(size)
  await visit(opened.page)
  return opened
}

/**
 * One page in some hundred stalls behind Chromium's emulated network for good: the document is there, and of its files
 * neither one arrives nor fails, while the pages beside it go on. Such a visit is made once more.
 */
class StalledError extends Error {}

/** Throttles the network, so that parts arrive one after the other. */
async function openSlowly(viewport: typeof PHONE) {
  const { page, context } = await site.visit('about:blank', { viewport })
  await context.addInitScript({ content: WATCH_PAINT })
  const devtools = await context.newCDPSession(page)
  const transferred = await watchTransfers(devtools)
  const speed = { downloadThroughput: 400_000, uploadThroughput: 400_000 }
  await devtools.send('Network.emulateNetworkConditions', { offline: false, latency: 60, ...speed })
  return { page, transferred }
}

async function openWhole(page: Page, address: string): Promise<void> {
  const loading = new Set<string>()
  page.on('request', (request) => loading.add(request.url()))
  page.on('requestfinished', (request) => loading.delete(request.url()))
  page.on('requestfailed', (request) => loading.delete(request.url()))
  await page.goto(address, { waitUntil: 'networkidle' }).catch((cause: Error) => {
    const message = `${cause.message}\nStill loading: ${[...loading].join(', ') || 'nothing'}`
    throw cause instanceof errors.TimeoutError ? new StalledError(message, { cause }) : new Error(message, { cause })
  })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Paint entries arrive shortly after the paint.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  await expect.poll(async () => (await watchedOn(page)).largest).toMatch(/^[A-Z]\w* ./)
}

async function walk(page: Page): Promise<void> {
  await openWhole(page, '/')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('heading', { name: /^Search results for/ }).waitFor()
  await page.waitForLoadState('networkidle')
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.waitForLoadState('networkidle')
  await page.goBack()
  await page.getByRole('article').first().waitFor()
  await page.waitForLoadState('networkidle')
}

/**
 * Blocks everything not named in the document: the largest element must appear without it. The document itself arrives
 * whole, since Chromium takes a text that is painted when only its first line has come for as small as that.
 */
async function blockUnnamed(page: Page, address: string): Promise<void> {
  const named = await filesNamedBy(address)
  await page.route('**', async (route) => {
    const { pathname, search } = new URL(route.request().url())
    if (pathname + search === address) return route.fulfill({ response: await route.fetch() })
    if (named.has(pathname + search)) return route.continue()
  })
}

async function expectLargestFirst(page: Page, address: string, viewport: typeof PHONE, whole: Whole): Promise<void> {
  await page.setViewportSize(viewport)
  await page.goto(address, { waitUntil: 'domcontentloaded' })
  const compared = async () => {
    const [here, there] = await Promise.all([page, whole.page].map(kindOfLargest))
    return here === there ? 'the same' : `${here}, not ${there}`
  }
  await expect.poll(compared, { message: `${viewport.width} wide` }).toBe('the same')
}

/** The pictures of all cards are of one size: which of them is painted first is chance. */
async function kindOfLargest(page: Page): Promise<string> {
  return (await watchedOn(page)).largest.replace(/[0-9a-f]{24}/, '{id}')
}

/** URLs in the tags of the document as sent. */
async function filesNamedBy(path: string): Promise<Set<string>> {
  const html = await (await fetch(site.url() + path)).text()
  const tags = html.match(/<(?:link|script)\b[^>]*>/g) ?? []
  return new Set(tags.flatMap((tag) => /(?:href|src)="([^"]+)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? []))
}

function expectBudget(transferred: TransferSize, budget: { code: number; total: number }): void {
  const [code, total] = [Math.ceil(transferred.code / 1024), Math.ceil(transferred.total / 1024)]
  // Guards against passing because no code was loaded.
  expect.soft(code).toBeGreaterThan(50)
  expect.soft(code).toBeLessThanOrEqual(budget.code)
  expect.soft(total).toBeLessThanOrEqual(budget.total)
}
