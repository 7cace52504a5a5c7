import type { Browser, Page } from 'playwright-core'
import { findChromium, openChromium } from '../../../platform/e2e/chromium.ts'
import { startLargeSite } from '../search/large-site.ts'
import { percentile } from '../search/percentile.ts'
import type { Row } from '../table.ts'
import { MOVES } from './moves.ts'
import { type Frame, framesDuring } from './trace.ts'

const LISTINGS = 100_000
const LIMIT_MS = 1_000 / 60
const IDLE_MS = 3_000

/** Whether the map and the page move smoothly with 100,000 results. */
export async function benchFrames(): Promise<Row[]> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  const site = await startLargeSite(LISTINGS)
  const browser = await openChromium(found.value)
  try {
    const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
    return await measure(browser, await context.newPage(), `${site.url}/list`)
  } finally {
    await browser.close()
    await site.stop()
  }
}

async function measure(browser: Browser, page: Page, url: string): Promise<Row[]> {
  page.setDefaultTimeout(30_000)
  await page.goto(url, { waitUntil: 'networkidle' })
  const idle = await framesDuring(browser, page, () => page.waitForTimeout(IDLE_MS))
  const rows: Row[] = []
  for (const [name, act] of MOVES) rows.push(...rowsOf(name, await framesDuring(browser, page, () => act(page)), idle))
  return rows
}

function rowsOf(name: string, frames: Frame[], idle: Frame[]): Row[] {
  const at = (all: Frame[], field: keyof Frame, share: number) =>
    percentile(
      all.map((frame) => frame[field]),
      share,
    )
  const work = (what: string, share: number, limit?: number): Row => {
    const ours = at(frames, 'workMs', share)
    const figure = `${name}: work of a frame, ${what} of ${frames.length}`
    return { figure, ours: ms(ours), other: `limit ${ms(LIMIT_MS)}`, ratio: ours / LIMIT_MS, limit }
  }
  const [took, still] = [at(frames, 'tookMs', 0.95), at(idle, 'tookMs', 0.95)]
  const clock = `${name}: a frame by the clock, p95`
  return [
    work('p95', 0.95, 1),
    work('p99', 0.99, 1),
    work('longest', 1),
    { figure: clock, ours: ms(took), other: `at rest ${ms(still)}`, ratio: took / still },
  ]
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
