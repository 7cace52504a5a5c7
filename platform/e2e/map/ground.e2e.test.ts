import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestSite, useOwnSite, useSite } from '../site.ts'
import { mapOf, viewAfter } from './map.ts'
import { startTileServer, TILE_COLOUR } from './tile-server.ts'

const tiles = await startTileServer()
afterAll(() => tiles.stop())

/** The light theme's tokens. */
const LAND = '241,240,235'
const WATER = '226,239,235'

describe('without tiles', () => {
  const site = useSite()

  it('shows land and water, asks nobody, and credits nobody', async () => {
    const { page } = await site.visit('/list')
    const { map, markers } = mapOf(page)
    await markers.first().waitFor()
    await expect.poll(() => coloursOf(page)).toEqual(expect.arrayContaining([LAND, WATER]))
    expect(await map.getByText('©').count()).toBe(0)
  })

  it('is drawn for the dark as soon as it gets dark', async () => {
    const { page } = await site.visit('/list')
    await mapOf(page).markers.first().waitFor()
    await expect.poll(() => coloursOf(page)).toContain(LAND)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(() => coloursOf(page)).toContain('27,33,31')
    expect(await coloursOf(page)).not.toContain(LAND)
  })

  it('says so and tries again when its code does not come', async () => {
    const visitor = await site.visit('about:blank')
    const { page } = visitor
    visitor.expectProblem(/ERR_FAILED|ChunkLoadError|Loading .*chunk/)
    await page.route(/\/map\.[0-9a-f]+\.js$/, (route) => route.abort())
    await page.goto('/list')
    const { map, markers } = mapOf(page)
    const frame = await map.boundingBox()
    await map.getByText('The map could not be loaded.').waitFor()
    expect(await map.boundingBox()).toEqual(frame)
    await page.unroute(/\/map\.[0-9a-f]+\.js$/)
    await map.getByRole('button', { name: 'Try again' }).click()
    await markers.first().waitFor()
    expect(await map.boundingBox()).toEqual(frame)
  })

  it('comes to a phone only when the map is asked for', async () => {
    const { page } = await site.visit('about:blank', { viewport: { width: 390, height: 844 } })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto('/list', { waitUntil: 'networkidle' })
    const codeOfMap = () => asked.filter((path) => /\/(map|land)\./.test(path))
    expect(codeOfMap()).toEqual([])
    await page.locator('label', { hasText: /^Map$/ }).click()
    await mapOf(page).markers.first().waitFor()
    expect(codeOfMap()).not.toEqual([])
  })
})

describe('with tiles', () => {
  const site = useOwnSite({ TILE_URL: tiles.url })

  it('shows the tiles, and whose they are', async () => {
    const { page } = await visitWithTiles(site)
    const { map } = mapOf(page)
    await expect.poll(() => coloursOf(page)).toContain(TILE_COLOUR)
    await map.getByRole('link', { name: '© OpenStreetMap contributors' }).waitFor()
  })
})

describe('with tiles that fail', () => {
  const site = useOwnSite({ TILE_URL: tiles.brokenUrl, TILE_ATTRIBUTION: '© Somebody', MAP_CENTRE: '22.57,88.36' })

  it('leaves the outline', async () => {
    const visitor = await visitWithTiles(site)
    visitor.expectProblem(/500/)
    const { page } = visitor
    await expect.poll(() => tiles.refused()).toBeGreaterThan(0)
    await expect.poll(() => coloursOf(page)).toEqual(expect.arrayContaining([LAND, WATER]))
    await mapOf(page).map.getByText('© Somebody').waitFor()

    // The same site has MAP_CENTRE, for where nothing is found.
    await page.goto('/list?city=Nowhereville')
    const { press, settled } = mapOf(page)
    await settled('0 homes on the map')
    const view = await viewAfter(page, () => press('Zoom in'))
    expect(view.zoom).toBe(8)
    expect((view.west + view.east) / 2).toBeCloseTo(88.36, 2)
    expect((view.south + view.north) / 2).toBeCloseTo(22.57, 0)
  })
})

describe('on the page of a listing', () => {
  const site = useSite()
  let place: string
  beforeAll(async () => {
    place = `/${await site.anyListing()}`
  })

  it('shows the one home in the middle, loaded when it comes near', async () => {
    const { page } = await site.visit('about:blank')
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await page.goto(place, { waitUntil: 'networkidle' })
    expect(asked.filter((path) => /\/map\./.test(path))).toEqual([])
    const map = page.getByRole('region', { name: /^Map of / })
    await map.scrollIntoViewIfNeeded()
    const home = map.getByRole('img', { name: /^The home: / })
    await home.waitFor()
    const [frame, marker] = [await map.boundingBox(), await home.boundingBox()]
    const middle = (frame?.x ?? 0) + (frame?.width ?? 0) / 2
    expect(Math.abs((marker?.x ?? 0) + (marker?.width ?? 0) / 2 - middle)).toBeLessThan(2)

    await map.getByRole('button', { name: 'Zoom in' }).click()
    await map.getByRole('button', { name: 'Back to the home' }).click()
  })

  it('leads to the place in another map by a plain link', async () => {
    const post = await (await fetch(`${site.url()}/posts${place}`)).json()
    const { latitude, longitude } = Object(post)
    const { page } = await site.visit(place)
    const link = page.getByRole('link', { name: 'Open in OpenStreetMap' })
    expect(await link.getAttribute('href')).toBe(
      `https://www.openstreetmap.org/?mlat=${Number(latitude)}&mlon=${Number(longitude)}#map=16/${Number(latitude)}/${Number(longitude)}`,
    )
  })
})

/** A visit that may ask the tile server besides the site. */
async function visitWithTiles(site: TestSite) {
  const visitor = await site.visit('about:blank')
  visitor.expectProblem(new RegExp(`^asked another host: ${tiles.origin}/`))
  await visitor.page.goto('/list')
  await mapOf(visitor.page).markers.first().waitFor()
  return visitor
}

/** The colours that take up most of the map, each as 'red,green,blue'. */
async function coloursOf(page: Page): Promise<string[]> {
  const picture = (await mapOf(page).ground.screenshot()).toString('base64')
  return page.evaluate<string[]>(`(${COUNT_COLOURS})('${picture}')`)
}

/** Runs in the page, which can read pictures. */
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
