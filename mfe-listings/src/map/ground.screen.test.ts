import { WITHOUT_FONT } from '@aangan/contracts/page'
import { input } from '@aangan/remote/testing/input'
import { listAnswer } from '@aangan/remote/testing/network'
import type { ScreenOptions } from '@aangan/remote/testing/screens'
import { shown, until } from '@aangan/remote/testing/user-actions'
import { expect, it, onTestFinished } from 'vitest'
import { listNetwork } from '../list/testing/list.ts'
import { homes } from '../testing/homes.ts'
import { watchRequests } from '../testing/requests.ts'
import { renderRemote } from '../testing/screens.ts'
import { mapNetwork, theMap, viewAfter } from './testing/map.ts'

/** The light theme's tokens, and the colour of the test tiles. */
const LAND = '241,240,235'
const WATER = '226,239,235'
const TILE = '200,120,210'
const LABEL = '91,102,98'

const { map, ground, markers, press } = theMap

/** Wide enough for sea and land. */
async function open(site: ScreenOptions['site'] = {}, options: ScreenOptions = {}) {
  const screen = await renderRemote('/list?city=Gokarna', { network: mapNetwork(), site, ...options })
  await shown(markers.first())
  return screen
}

it('shows land and water without tiles, makes no requests, and has no attribution', async () => {
  const asked = watchRequests()
  const { network } = await open()
  await until(coloursOfMap).toEqual(expect.arrayContaining([LAND, WATER]))
  expect(map.getByText('©').elements()).toHaveLength(0)
  expect(network.asked.filter((call) => call.startsWith('/posts/map'))).toEqual([])
  expect(asked.filter((path) => path.includes('tiles') && !path.includes('/src/'))).toEqual([])
})

it('follows a switch to the dark colour scheme', async () => {
  await open()
  await until(coloursOfMap).toContain(LAND)
  onTestFinished(() => input.emulateMedia({ colorScheme: 'light' }))
  await input.emulateMedia({ colorScheme: 'dark' })
  await until(coloursOfMap).toContain('27,33,31')
  expect(await coloursOfMap()).not.toContain(LAND)
})

it('shows the tiles and their attribution', async () => {
  const tiles = { url: '/media/tiles/{z}/{x}/{y}.svg', attribution: '© OpenStreetMap contributors' }
  await open({ tiles })
  await until(coloursOfMap).toContain(TILE)
  await shown(map.getByRole('link', { name: tiles.attribution }))
})

it('keeps a large attribution away from the controls', async () => {
  document.documentElement.style.fontSize = '200%'
  onTestFinished(() => {
    document.documentElement.style.fontSize = ''
  })
  const tiles = { url: '/media/tiles/{z}/{x}/{y}.svg', attribution: '© OpenStreetMap contributors' }
  await open({ tiles }, { viewport: { width: 2200, height: 900 } })
  const credit = (await shown(map.getByRole('link', { name: tiles.attribution }))).getBoundingClientRect()
  const zoom = (await shown(map.getByRole('button', { name: 'Zoom out' }))).getBoundingClientRect()
  expect(credit.right).toBeLessThanOrEqual(zoom.left)
})

it('keeps the outline when tiles fail', async () => {
  const asked = watchRequests()
  await open({ tiles: { url: '/media/gone/{z}/{x}/{y}.svg', attribution: '© Somebody' } })
  await until(() => asked.some((path) => path.startsWith('/media/gone/'))).toBe(true)
  await until(coloursOfMap).toEqual(expect.arrayContaining([LAND, WATER]))
  await shown(map.getByText('© Somebody'))
})

it('shows city names while tiles are unavailable', async () => {
  const media = (value: string) => {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store needs a secure origin
    document.cookie = `media=${value}; path=/`
  }
  media('gone')
  onTestFinished(() => media(''))
  const tiles = { url: '/media/later/{z}/{x}/{y}.svg', attribution: '' }
  await renderRemote('/list', { network: mapNetwork(farApart()), site: { tiles } })
  await until(() => coloursOfMap(1)).toContain(LABEL)
  media('')
  window.dispatchEvent(new Event('online'))
  await until(coloursOfMap).toContain(TILE)
  await until(() => coloursOfMap(1)).not.toContain(LABEL)
})

it('writes city names in the font of the page once it is there', async () => {
  const root = document.documentElement
  onTestFinished(() => root.removeAttribute(WITHOUT_FONT))
  root.setAttribute(WITHOUT_FONT, '')
  const fonts = watchLabels()
  await renderRemote('/list', { network: mapNetwork(farApart()) })
  await until(() => fonts.at(-1) ?? '').toContain('Inter Fallback')
  expect(fonts.at(-1)).not.toContain('Inter Variable')
  root.removeAttribute(WITHOUT_FONT)
  document.fonts.dispatchEvent(new Event('loadingdone'))
  await until(() => fonts.at(-1)).toContain('Inter Variable')
})

it('shows the configured centre if nothing is found', async () => {
  const network = listNetwork({ '/posts': listAnswer([]) })
  const screen = await renderRemote('/list?city=Nowhereville', {
    network,
    site: { mapCentre: { latitude: 22.57, longitude: 88.36 } },
  })
  await until(() => map.getByRole('status').query()?.textContent).toBe('0 homes on the map')
  const view = await viewAfter(screen.network.asked, () => press('Zoom in'))
  expect(view.zoom).toBe(8)
  expect((view.west + view.east) / 2).toBeCloseTo(88.36, 2)
  expect((view.south + view.north) / 2).toBeCloseTo(22.57, 0)
})

/** With cities between them. */
function farApart() {
  return homes(2, (at) => ({ latitude: '18.5', longitude: String(73 + at * 5) }))
}

/** The fonts of the names that are drawn from now on. */
function watchLabels(): string[] {
  const fonts: string[] = []
  const { prototype } = CanvasRenderingContext2D
  const { fillText } = prototype
  onTestFinished(() => {
    prototype.fillText = fillText
  })
  prototype.fillText = function draw(this: CanvasRenderingContext2D, ...label: Parameters<typeof fillText>) {
    fonts.push(this.font)
    fillText.apply(this, label)
  }
  return fonts
}

/** The map's colours as 'red,green,blue': those of a fiftieth of its pixels, or of at least `pixels`. */
async function coloursOfMap(pixels?: number): Promise<string[]> {
  const picture = await ground.screenshot({ save: false })
  const bytes = Uint8Array.from(atob(picture), (character) => character.charCodeAt(0))
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')
  context?.drawImage(image, 0, 0)
  const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, image.width, image.height) ?? {}
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    const colour = data.slice(at, at + 3).join()
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  const least = pixels ?? data.length / 4 / 50
  return [...counts].filter(([, count]) => count >= least).map(([colour]) => colour)
}
