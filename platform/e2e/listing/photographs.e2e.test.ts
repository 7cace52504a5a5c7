import { readUploadUrl } from '@aangan/contracts/media'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { publishPhotographs } from '../../src/testing/photographs.ts'
import { useWrittenSite } from '../site.ts'

const site = useWrittenSite()
const CITY = 'Tawang'

it('a phone loads each photograph once, and no wider than it shows', async () => {
  const [home] = await publishPhotographs(site.url(), { username: 'photographer', city: CITY, count: 2 })
  for (const [path, pixels] of [
    [`/list?city=${CITY}`, 2],
    [`/list?city=${CITY}`, 3],
    [`/${home?.id}`, 3],
  ] as const) {
    // A visit of its own: a browser prefers a wider one that it has.
    const { page } = await site.visit('/about', { viewport: { width: 390, height: 844 }, deviceScaleFactor: pixels })
    const loaded = await photographsOf(page, path)
    const ids = loaded.map(({ id }) => id)
    expect(ids, path).toHaveLength(new Set(ids).size)
    expect(new Set(loaded.map(({ width }) => width)), path).toEqual(new Set([640]))
  }
})

/** Those requested by a first visit, by the preloads of the page too. */
async function photographsOf(page: Page, path: string): Promise<{ id: string; width: number }[]> {
  const asked: string[] = []
  const note = (request: { url(): string }) => void asked.push(new URL(request.url()).pathname)
  page.on('request', note)
  await page.goto(path, { waitUntil: 'networkidle' })
  page.off('request', note)
  return asked.flatMap((pathname) => readUploadUrl(pathname) ?? [])
}
