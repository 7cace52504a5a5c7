import type { Browser, CDPSession } from 'playwright-core'

/** Emulated network and processor. Latency is per request. */
export interface Profile {
  name: string
  latencyMs: number
  bytesPerSecond: number
  cpuSlowdown: number
}

export const SLOW: Profile = { name: 'slow', latencyMs: 150, bytesPerSecond: (1.6 * 1024 * 1024) / 8, cpuSlowdown: 4 }
export const FAST: Profile = { name: 'fast', latencyMs: 20, bytesPerSecond: (20 * 1024 * 1024) / 8, cpuSlowdown: 1 }
export const PROFILES: Profile[] = [SLOW, FAST]

export interface PageLoad {
  lcpMs: number
  /** Bytes transferred, headers included, until the network is idle. */
  bytes: number
  requests: number
}

const WATCH_PAINTS = `
  window.largestPaint = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.largestPaint = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })`

/** Loads `url` in a fresh browser context with a cold cache. `ready` is a selector of the finished page. */
export async function loadPage(browser: Browser, url: string, ready: string, profile: Profile): Promise<PageLoad> {
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 } })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    const devtools = await context.newCDPSession(page)
    let bytes = 0
    let requests = 0
    devtools.on('Network.loadingFinished', (event) => {
      bytes += event.encodedDataLength
      requests += 1
    })
    await slowDown(devtools, profile)
    await page.addInitScript({ content: WATCH_PAINTS })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForSelector(ready)
    await page.waitForLoadState('networkidle')
    return { lcpMs: await page.evaluate<number>('window.largestPaint'), bytes, requests }
  } finally {
    await context.close()
  }
}

export async function slowDown(devtools: CDPSession, profile: Profile): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: profile.latencyMs,
    downloadThroughput: profile.bytesPerSecond,
    uploadThroughput: profile.bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.cpuSlowdown })
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}
