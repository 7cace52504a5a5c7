import { beforeAll, expect, it } from 'vitest'
import { useWrittenSite } from '../site.ts'
import { HOMES_AT_ONE_POINT, importKnownHomes } from './homes.ts'
import { drag, mapOf, middleOf } from './map.ts'

const site = useWrittenSite({ pictures: false })
beforeAll(() => importKnownHomes(site))

it(`finds ${HOMES_AT_ONE_POINT} homes on one point, matching the heading on each page, and opens them one by one`, async () => {
  const { page } = await site.visit('/list?city=Karwar')
  const { marker, popup, settled } = mapOf(page)
  await settled(`${HOMES_AT_ONE_POINT} homes on the map`)
  await page.getByRole('status').getByText(`${HOMES_AT_ONE_POINT} homes in Karwar`).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL(/after=/)
  await settled(`${HOMES_AT_ONE_POINT} homes on the map`)

  await marker(/homes at one place$/).click()
  await popup.getByRole('heading', { name: `${HOMES_AT_ONE_POINT} homes at one place` }).waitFor()
  const links = popup.getByRole('listitem').getByRole('link')
  const more = popup.getByRole('button', { name: 'Show more' })
  for (let shown = 50; shown < HOMES_AT_ONE_POINT; shown += 50) {
    await expect.poll(() => links.count()).toBe(shown)
    await more.click()
  }
  await expect.poll(() => links.count()).toBe(HOMES_AT_ONE_POINT)
  await more.waitFor({ state: 'detached' })
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(HOMES_AT_ONE_POINT)
  await links.last().click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
})

it('opens a cluster of nearby homes', async () => {
  const { page } = await site.visit('/list?city=Pune')
  const { markers, marker } = mapOf(page)
  const says = page.getByRole('status').filter({ hasText: 'on the map' })
  const clusters = marker(/^\d+ homes$/)
  await clusters.first().waitFor()
  const before = await says.textContent()
  await clusters.first().click()
  await says.filter({ hasNotText: before ?? '' }).waitFor()
  expect(await markers.count()).toBeGreaterThan(1)
})

it('offers to search the area it was moved to, and stays there', async () => {
  // Reduced motion disables the kinetic scroll after a drag, whose distance depends on the machine.
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

it('releases its nodes and listeners on unmount', async () => {
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
  const after = await comeAndGo(10)
  // One map has more than 50 nodes and 100 listeners, so ten leaked maps would be hundreds.
  expect(after.nodes - before.nodes).toBeLessThan(50)
  expect(after.jsEventListeners - before.jsEventListeners).toBeLessThan(50)
})
