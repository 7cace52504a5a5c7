import { type Browser, type CDPSession, errors } from 'playwright-core'
import { DESKTOP } from '../../../platform/e2e/first-paint/budgets.ts'
import { type Profile, slowDown } from '../page-load.ts'

/** Times in ms from the start of the navigation. */
export interface Visit {
  fcp: number
  lcp: number
  cls: number
  /** When the remote of the page was mounted, or hydrated: the shell then sets `data-part`. */
  mounted: number
  /** The later of `mounted` and `lcp`: nobody presses what is not painted. */
  usable: number
  /** Bytes of scripts that had arrived at the largest paint, headers not included. */
  scriptBytes: number
}

/** Runs before the page's scripts. */
export const WATCH = `
  window.visit = { fcp: 0, lcp: 0, cls: 0, mounted: 0, origin: performance.timeOrigin }
  const watch = (type, take) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') visit.fcp = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { visit.lcp = startTime })
  watch('layout-shift', ({ hadRecentInput, value }) => { if (!hadRecentInput) visit.cls += value })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main [data-part]')) return
    visit.mounted = performance.now()
    observer.disconnect()
  }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ['data-part'] })`

/**
 * Opens `url` with an empty cache, until the page makes no more requests. Throws if no remote was mounted. One page in
 * some hundred stalls behind Chromium's emulated network for good: such a visit is made once more.
 */
export function visit(browser: Browser, url: string, profile: Profile): Promise<Visit> {
  return attempt(browser, url, profile).catch((error: unknown) => {
    if (error instanceof errors.TimeoutError) return attempt(browser, url, profile)
    throw error
  })
}

async function attempt(browser: Browser, url: string, profile: Profile): Promise<Visit> {
  const context = await browser.newContext({ viewport: DESKTOP })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(20_000)
    const devtools = await context.newCDPSession(page)
    const scriptBytesAt = watchScripts(devtools)
    await slowDown(devtools, profile)
    await page.addInitScript({ content: WATCH })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForSelector('main [data-part]', { state: 'attached' })
    await page.waitForLoadState('networkidle')
    // Entries of paints arrive shortly after them.
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestIdleCallback(done)))')
    const { origin, ...seen } = await page.evaluate<Omit<Visit, 'usable' | 'scriptBytes'> & { origin: number }>('visit')
    return { ...seen, usable: Math.max(seen.mounted, seen.lcp), scriptBytes: scriptBytesAt(origin + seen.lcp) }
  } finally {
    await context.close()
  }
}

/** Returns what tells how many bytes of scripts had arrived at a time, in ms since 1970. */
function watchScripts(devtools: CDPSession): (atMs: number) => number {
  const scripts = new Set<string>()
  const arrived: { id: string; atMs: number; bytes: number }[] = []
  /** From the browser's steady clock, in seconds, to the time of day. */
  let offset: number | undefined
  devtools.on('Network.requestWillBeSent', ({ requestId, type, timestamp, wallTime, request }) => {
    offset ??= wallTime - timestamp
    // Preloaded ones are of type 'Other'.
    if (type === 'Script' || /\.js(\?|$)/.test(request.url)) scripts.add(requestId)
  })
  devtools.on('Network.dataReceived', ({ requestId, timestamp, encodedDataLength }) => {
    arrived.push({ id: requestId, atMs: (timestamp + (offset ?? 0)) * 1_000, bytes: encodedDataLength })
  })
  return (atMs) =>
    arrived.reduce((sum, { id, atMs: then, bytes }) => sum + (scripts.has(id) && then <= atMs ? bytes : 0), 0)
}
