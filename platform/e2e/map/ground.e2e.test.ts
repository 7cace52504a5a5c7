import type { Locator, Page } from 'playwright-core'
import { afterAll, describe, expect, it } from 'vitest'
import { useOwnSite, useSite } from '../site.ts'
import { mapOf, viewAfter } from './map.ts'
import { startTileServer, TILE_COLOUR } from './tile-server.ts'

const tiles = await startTileServer()
afterAll(() => tiles.stop())

describe('the code of the map', () => {
  const site = useSite()

  it('is requested again by itself after a failure', async () => {
    const visitor = await site.visit('about:blank')
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED|ChunkLoadError|Loading .*chunk/)
    await page.route(/\/map\.[0-9a-f]+\.js$/, (route) => route.abort())
    await page.goto('/list')
    const { map, markers } = mapOf(page)
    const frame = await edgesOf(map)
    await map.getByText('The map could not be loaded.').waitFor()
    expect(await edgesOf(map)).toEqual(frame)
    await page.unroute(/\/map\.[0-9a-f]+\.js$/)
    await markers.first().waitFor()
    expect(await edgesOf(map)).toEqual(frame)
  })

  it('loads on a phone only with the map, and on a listing only near its location', async () => {
    const { page } = await site.visit('about:blank', { viewport: { width: 390, height: 844 } })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    const codeOfMap = () => asked.filter((path) => /\/(map|land)\./.test(path))
    const listing = `/${await site.anyListing()}`
    for (const path of ['/list', listing]) {
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(codeOfMap()).toEqual([])
    }
    const location = page.getByRole('region', { name: /^Map of / })
    await location.scrollIntoViewIfNeeded()
    await location.getByRole('img', { name: /^The home: / }).waitFor()
    expect(codeOfMap()).not.toEqual([])

    asked.splice(0)
    await page.goto('/list', { waitUntil: 'networkidle' })
    expect(codeOfMap()).toEqual([])
    await page.locator('label', { hasText: /^Map$/ }).click()
    await mapOf(page).markers.first().waitFor()
    expect(codeOfMap()).not.toEqual([])
  })
})

describe('a site with tiles', () => {
  const site = useOwnSite({ TILE_URL: tiles.url, MAP_CENTRE: '22.57,88.36' })

  it('shows them with attribution, and its own region if nothing is found', async () => {
    const visitor = await site.visit('about:blank')
    visitor.expectProblem(new RegExp(`^asked another host: ${tiles.origin}/`))
    const { page } = visitor
    await page.goto('/list')
    const { map, markers, press, settled } = mapOf(page)
    await markers.first().waitFor()
    await expect.poll(() => coloursOf(page)).toContain(TILE_COLOUR)
    await map.getByRole('link', { name: '© OpenStreetMap contributors' }).waitFor()

    await page.goto('/list?city=Nowhereville')
    await settled('0 homes on the map')
    const view = await viewAfter(page, () => press('Zoom in'))
    expect(view.zoom).toBe(8)
    expect((view.west + view.east) / 2).toBeCloseTo(88.36, 2)
    expect((view.south + view.north) / 2).toBeCloseTo(22.57, 0)
  })
})

/** The dominant colours of the map, each as 'red,green,blue'. */
async function coloursOf(page: Page): Promise<string[]> {
  const picture = (await mapOf(page).ground.screenshot()).toString('base64')
  return page.evaluate<string[]>(`(${COUNT_COLOURS})('${picture}')`)
}

/** Runs in the page, which can decode images. */
const COUNT_COLOURS = `async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, image.width, image.height)
  const counts = new Map()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join()
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts].filter(([, count]) => count > data.length / 4 / 50).map(([colour]) => colour)
}`

/** All but the upper one: the bar above says for a while that a file was lost. */
async function edgesOf(part: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await part.boundingBox()) ?? {}
  return { left: x, right: x + width, lower: y + height }
}
