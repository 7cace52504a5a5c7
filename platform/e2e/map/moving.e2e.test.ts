import { beforeAll, expect, it } from 'vitest'
import { useOwnSite } from '../site.ts'
import { importKnownHomes } from './homes.ts'
import { drag, isMapRequest, mapOf, middleOf, viewAfter, viewOf } from './map.ts'

const site = useOwnSite()
beforeAll(() => importKnownHomes(site))

const KASARKOD = '$ 4.5M, 2 bedroom, Kasarkod'

it('shows the city that was searched when nothing in it matches', async () => {
  const { page } = await site.visit('/list?city=Gokarna&maxPrice=1')
  const { press, settled } = mapOf(page)
  await settled('0 homes on the map')
  const view = await viewAfter(page, () => press('Zoom in'))
  expect(view.zoom).toBeGreaterThan(10)
  expect((view.west + view.east) / 2).toBeCloseTo(74.32, 2)
  expect((view.south + view.north) / 2).toBeCloseTo(14.54, 2)
})

it('shows India when there is no home where it was searched', async () => {
  const { page } = await site.visit('/list?city=Nowhereville')
  const { press, settled } = mapOf(page)
  await settled('0 homes on the map')
  const view = await viewAfter(page, () => press('Zoom in'))
  expect(view.zoom).toBeLessThan(7)
  expect((view.west + view.east) / 2).toBeCloseTo(82.75, 0)
})

it('offers to search where it was moved to, and stays there', async () => {
  // Without motion it does not glide on once it is let go, which is further the slower the machine.
  const { page } = await site.visit('/list?city=Gokarna', { reducedMotion: 'reduce' })
  const { marker, ground, searchHere } = mapOf(page)
  await marker(/Kudle/).waitFor()
  expect(await searchHere.count()).toBe(0)
  await drag(page, ground, 60, 40)
  await searchHere.waitFor()
  const before = await middleOf(marker(/Kudle/))
  await searchHere.click()
  await page.waitForURL(/bbox=/)
  await searchHere.waitFor({ state: 'detached' })
  expect(await middleOf(marker(/Kudle/))).toEqual(before)

  await page.reload()
  await marker(/Kudle/).waitFor()
  const again = await middleOf(marker(/Kudle/))
  expect(Math.hypot(again.x - before.x, again.y - before.y)).toBeLessThan(3)
})

it('asks what stands where it was moved to, and calls off what it no longer needs', async () => {
  const { page } = await site.visit('/list?city=Gokarna')
  const { marker, press } = mapOf(page)
  await marker(/Kudle/).waitFor()
  const start = (await viewAfter(page, () => press('Zoom out'))).zoom
  // No answer to the next question: only one that is called off ends.
  const next = Math.round(start - 1)
  await page.route('**/posts/map?*', (route) =>
    Math.round(viewOf(route.request()).zoom) === next ? undefined : route.continue(),
  )
  const failed = page.waitForEvent('requestfailed', isMapRequest)
  await viewAfter(page, () => press('Zoom out'))
  await viewAfter(page, () => press('Zoom out'))
  expect((await failed).failure()?.errorText).toBe('net::ERR_ABORTED')
})

it('zooms in on a double click', async () => {
  const { page } = await site.visit('/list?city=Honnavar')
  const { marker, ground } = mapOf(page)
  await marker(KASARKOD).waitFor()
  const view = await viewAfter(page, () => ground.dblclick({ position: { x: 100, y: 200 } }))
  expect(view.zoom).toBe(16)
})

it('moves its markers as they are: none is made anew, none is rendered while it is dragged', async () => {
  const { page } = await site.visit('/list')
  const { markers, ground } = mapOf(page)
  await markers.first().waitFor()
  await page.evaluate(WATCH_MARKERS)
  const [before, place] = [await page.evaluate('changes'), await middleOf(markers.first())]
  const box = await ground.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 40, (box?.y ?? 0) + 300)
  await page.mouse.down()
  await page.mouse.move((box?.x ?? 0) + 140, (box?.y ?? 0) + 380, { steps: 10 })
  await expect.poll(async () => Math.round((await middleOf(markers.first())).x - place.x)).toBeGreaterThan(50)
  expect(await page.evaluate('changes')).toEqual(before)
  await page.mouse.up()
})

it('zooms at once where motion is not wanted', async () => {
  const { page } = await site.visit('/list?city=Gokarna', { reducedMotion: 'reduce' })
  const { marker, press } = mapOf(page)
  await marker(/Kudle/).waitFor()
  await page.evaluate(WATCH_MARKERS)
  await viewAfter(page, () => press('Zoom out'))
  // Two markers, each placed once.
  expect(await page.evaluate('changes.places')).toBe(2)
})

it('leaves nothing behind when it goes', async () => {
  const { page, context } = await site.visit('/list?city=Gokarna', { viewport: { width: 390, height: 844 } })
  const devtools = await context.newCDPSession(page)
  const { markers } = mapOf(page)
  const show = (view: string) => page.locator('label', { hasText: new RegExp(`^${view}$`) }).click()
  const comeAndGo = async (times: number) => {
    for (let round = 0; round < times; round++) {
      await show('Map')
      await markers.first().waitFor()
      await show('List')
      await markers.first().waitFor({ state: 'detached' })
    }
    for (let round = 0; round < 3; round++) await devtools.send('HeapProfiler.collectGarbage')
    return devtools.send('Memory.getDOMCounters')
  }
  const before = await comeAndGo(3)
  const after = await comeAndGo(20)
  // One map has more than fifty nodes and a hundred listeners: twenty that stayed would be thousands.
  expect(after.nodes - before.nodes).toBeLessThan(100)
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(100)
})

/** Runs in the page: counts every change of a marker's place, and every marker that comes or goes. */
const WATCH_MARKERS = `
  window.changes = { places: 0, markers: 0 }
  new MutationObserver((records) => {
    for (const { type, target } of records) {
      if (type === 'childList') changes.markers++
      else if (target.nodeName === 'LI') changes.places++
    }
  }).observe(document.querySelector('[data-mark]').closest('ul'), { subtree: true, childList: true, attributeFilter: ['style'] })`
