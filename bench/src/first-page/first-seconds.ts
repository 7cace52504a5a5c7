import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Browser, CDPSession } from 'playwright-core'
import { findChromium, openChromium } from '../../../platform/e2e/chromium.ts'
import { type Profile, SLOW, slowDown } from '../page-load.ts'
import type { Row } from '../table.ts'
import { startSinglePage } from './single-page.ts'
import { addressOf, withSites } from './sites.ts'
import { WATCH } from './visit.ts'

const ROUTES = ['/', '/list', '/{id}']
const PHONE = { width: 390, height: 844 }
const SLOWEST: Profile = { ...SLOW, name: '400 kbit/s', bytesPerSecond: 400_000 / 8 }
const AT_MS = [500, 1_000, 2_000, 3_000]
const FOLDER = fileURLToPath(new URL('../../../.cache/first-seconds', import.meta.url))

/**
 * Pictures of what a phone shows in the first seconds at 400 kbit/s, in `.cache/first-seconds`, and the times of its paints:
 * rendered by the server, and of the single-page application.
 */
export async function benchFirstSeconds(): Promise<Row[]> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  await mkdir(FOLDER, { recursive: true })
  return withSites(async ({ rendered, folder }) => {
    const single = await startSinglePage(join(folder, 'single'))
    const browser = await openChromium(found.value)
    try {
      const rows: Row[] = []
      for (const route of ROUTES) {
        const name = route.replace(/\W/g, '') || 'home'
        const ours = await watch(browser, await addressOf(rendered.url, route, true), `${name}-rendered`)
        const theirs = await watch(browser, await addressOf(single.url, route, false), `${name}-single-page`)
        rows.push(toRow(`${route}: first paint`, ours.fcp, theirs.fcp))
        rows.push(toRow(`${route}: largest paint`, ours.lcp, theirs.lcp))
      }
      return rows
    } finally {
      await browser.close()
      await single.stop()
    }
  })
}

function toRow(figure: string, ours: number, theirs: number): Row {
  return { figure, ours: `${Math.round(ours)} ms`, other: `single page ${Math.round(theirs)} ms`, ratio: ours / theirs }
}

async function watch(browser: Browser, url: string, name: string): Promise<{ fcp: number; lcp: number }> {
  const context = await browser.newContext({ viewport: PHONE })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(60_000)
    const devtools = await context.newCDPSession(page)
    const pictureAt = await film(devtools)
    await slowDown(devtools, SLOWEST)
    await page.addInitScript({ content: WATCH })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForSelector('main [data-part]', { state: 'attached' })
    await page.waitForLoadState('networkidle')
    const seen = await page.evaluate<{ fcp: number; lcp: number; origin: number }>('visit')
    for (const at of AT_MS) await writeFile(join(FOLDER, `${name}-${at}.png`), pictureAt(seen.origin + at))
    return seen
  } finally {
    await context.close()
  }
}

/** Returns what was on the screen at a time, in ms since 1970. */
async function film(devtools: CDPSession): Promise<(atMs: number) => Buffer> {
  const { data: blank } = await devtools.send('Page.captureScreenshot', { format: 'png' })
  const frames = [{ atMs: 0, data: blank }]
  devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    frames.push({ atMs: (metadata.timestamp ?? 0) * 1_000, data })
    devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
  })
  await devtools.send('Page.startScreencast', { format: 'png' })
  return (atMs) => Buffer.from(frames.findLast((frame) => frame.atMs <= atMs)?.data ?? blank, 'base64')
}
