import { readUploadUrl } from '@aangan/contracts/media'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { publishPhotographs } from '../../src/testing/photographs.ts'
import { useWrittenSite } from '../site.ts'

const site = useWrittenSite()
const CITY = 'Tawang'
const SIZE = { width: 390, height: 844 }

it.each([
  { pixels: 1, widths: [640] },
  { pixels: 2, widths: [640] },
  { pixels: 3, widths: [640] },
])(
  'a phone of $pixels pixels a point loads each photograph once, no wider than it shows',
  async ({ pixels, widths }) => {
    const username = `photos${pixels}`
    const city = `${CITY} ${pixels}`
    const [home] = await publishPhotographs(site.url(), { username, city, count: 2 })
    const { page } = await site.visit('/about', { viewport: SIZE, deviceScaleFactor: pixels })
    for (const path of [`/list?city=${encodeURIComponent(city)}`, `/${home?.id}`]) {
      const { widths: loaded, ids } = await photographsOf(page, path)
      expect(ids.length, path).toBe(new Set(ids).size)
      expect(new Set(loaded), path).toEqual(new Set(widths))
    }
  },
)

/** Those requested by a first visit, by the preloads of the page too. */
async function photographsOf(page: Page, path: string): Promise<{ ids: string[]; widths: number[] }> {
  const asked: string[] = []
  const note = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('request', note)
  const photographs = asked.flatMap((pathname) => readUploadUrl(pathname) ?? [])
  return { ids: photographs.map(({ id }) => id), widths: photographs.map(({ width }) => width) }
}
