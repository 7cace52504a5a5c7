import type { Browser, CDPSession } from 'playwright-core'

/** Bytes as transferred, headers included. */
export interface TransferSize {
  code: number
  /** The document with its embedded data, and API responses. */
  data: number
  fonts: number
  images: number
  total: number
}

/** Maps resource types of the DevTools protocol to the parts. */
const PARTS: Record<string, Exclude<keyof TransferSize, 'total'>> = {
  Script: 'code',
  Stylesheet: 'code',
  Font: 'fonts',
  Image: 'images',
}

/** Adds up everything transferred from now on. */
export async function watchTransfers(devtools: CDPSession): Promise<TransferSize> {
  const kinds = new Map<string, string>()
  const size: TransferSize = { code: 0, data: 0, fonts: 0, images: 0, total: 0 }
  devtools.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    size[PARTS[kinds.get(requestId) ?? ''] ?? 'data'] += encodedDataLength
    size.total += encodedDataLength
  })
  await devtools.send('Network.enable')
  return size
}

/**
 * Measures a first visit to `url` with an empty cache, until the page's own requests have ended. Nothing scrolls, so
 * pictures below the fold are not loaded.
 */
export async function measureTransfer(browser: Browser, url: string, viewport: { width: number; height: number }) {
  const context = await browser.newContext({ viewport })
  try {
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const size = await watchTransfers(await context.newCDPSession(page))
    await page.goto(url, { waitUntil: 'networkidle' })
    return size
  } finally {
    await context.close()
  }
}
