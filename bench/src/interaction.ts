import type { Browser } from 'playwright-core'
import { DEEDS, type Deed } from './deeds.ts'
import { SLOW, slowDown } from './page-load.ts'
import type { Row } from './table.ts'
import { withSite } from './with-site.ts'

/** The "good" threshold of INP (Interaction to Next Paint). */
const LIMIT_MS = 200

/** Runs before the page's scripts: records the longest delay from an input to the next frame. */
const WATCH_INPUTS = `
  window.longest = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) window.longest = Math.max(window.longest, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** Delay from each input to the frame that shows its effect, on the slow profile. */
export function benchInteraction(): Promise<Row[]> {
  return withSite(async ({ url, browser, anyListing }) => {
    const rows: Row[] = []
    for (const [route, deeds] of Object.entries(DEEDS)) {
      const waits = await waitsOn(browser, url + route.replace('{id}', anyListing), deeds)
      for (const [name, wait] of waits) rows.push(row(`${route}: ${name}`, wait))
    }
    return rows
  })
}

async function waitsOn(browser: Browser, url: string, deeds: Deed[]): Promise<[string, number][]> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await page.addInitScript({ content: WATCH_INPUTS })
    const devtools = await context.newCDPSession(page)
    await slowDown(devtools, SLOW)
    await page.goto(url, { waitUntil: 'networkidle' })
    const waits: [string, number][] = []
    for (const [name, act] of deeds) {
      await page.evaluate('window.longest = 0')
      await act(page)
      // The entry is queued after its frame, and the observer runs later still.
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))')
      waits.push([name, await page.evaluate<number>('window.longest')])
    }
    return waits
  } finally {
    await context.close()
  }
}

function row(figure: string, wait: number): Row {
  return { figure, ours: `${Math.round(wait)} ms`, other: `limit ${LIMIT_MS} ms`, ratio: wait / LIMIT_MS, limit: 1 }
}
