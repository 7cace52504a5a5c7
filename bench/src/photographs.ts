import { readUploadUrl } from '@aangan/contracts/media'
import { publishPhotographs } from '@aangan/platform/testing/photographs'
import type { Browser } from 'playwright-core'
import type { Row } from './table.ts'
import { withSite } from './with-site.ts'

const CITY = 'Tawang'
/** Chromium loads at least these without scrolling, and up to ten if it takes the network for slow. */
const FIRST = 4
const PHONE = { width: 390, height: 844 }

/** Bytes of the photographs of a first visit to search results on phones, against the same ones in their largest width. */
export function benchPhotographs(): Promise<Row[]> {
  return withSite(({ url, browser }) => measure(url, browser))
}

async function measure(url: string, browser: Browser): Promise<Row[]> {
  await publishPhotographs(url, { username: 'photographer', city: CITY, count: 12 })
  const rows: Row[] = []
  for (const deviceScaleFactor of [1, 2, 3]) {
    const paths = await loadedBy(browser, `${url}/list?city=${CITY}`, deviceScaleFactor)
    const [ours, largest] = [await bytesOf(url, paths), await bytesOf(url, paths.map(largestOf))]
    rows.push({
      figure: `/list at 390 px, ${deviceScaleFactor} pixels a point: its first ${FIRST} photographs`,
      ours: `${Math.round(ours / 1024)} kB`,
      other: `1600 px wide: ${Math.round(largest / 1024)} kB`,
      ratio: ours / largest,
      limit: 0.5,
    })
  }
  return rows
}

/** Paths of the first photographs that a first visit loads. */
async function loadedBy(browser: Browser, url: string, deviceScaleFactor: number): Promise<string[]> {
  const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor })
  try {
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const loaded = () => asked.filter((path) => readUploadUrl(path) !== null)
    await page.goto(url)
    while (loaded().length < FIRST) await page.waitForRequest('**/media/posts/**')
    return loaded().slice(0, FIRST)
  } finally {
    await context.close()
  }
}

function largestOf(path: string): string {
  return path.replace(/\d+\.webp$/, '1600.webp')
}

async function bytesOf(url: string, paths: readonly string[]): Promise<number> {
  const sizes = paths.map(async (path) => (await (await fetch(url + path)).arrayBuffer()).byteLength)
  return (await Promise.all(sizes)).reduce((sum, bytes) => sum + bytes, 0)
}
