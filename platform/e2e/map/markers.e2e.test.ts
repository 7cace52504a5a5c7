import { beforeAll, expect, it } from 'vitest'
import { useOwnSite } from '../site.ts'
import { HEAP, importKnownHomes } from './homes.ts'
import { isMapRequest, mapOf } from './map.ts'

const site = useOwnSite()
beforeAll(() => importKnownHomes(site))

it('shows each home as a price, from the list’s own answer', async () => {
  const { page } = await site.visit('about:blank')
  const asked: string[] = []
  page.on('request', (request) => void (isMapRequest(request) && asked.push(request.url())))
  await page.goto('/list?city=Gokarna')
  const { marker, markers } = mapOf(page)
  await marker('$ 5M, 2 bedroom, Kudle').waitFor()
  await marker('$ 12M, 2 bedroom, Bhadrakali').waitFor()
  expect(await markers.count()).toBe(2)
  expect(asked).toEqual([])
})

it('shows all that was found, as many as the heading says, also where the list has only a page of it', async () => {
  const { page } = await site.visit('/list?city=Karwar')
  await mapOf(page).settled(`${HEAP} homes on the map`)
  await page.getByRole('status').getByText(`${HEAP} homes in Karwar`).waitFor()
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL(/after=/)
  await mapOf(page).settled(`${HEAP} homes on the map`)
})

it('shows homes that stand close together as a count, and opens it on a click', async () => {
  const { page } = await site.visit('/list?city=Pune')
  const { markers, marker } = mapOf(page)
  const clusters = marker(/^\d+ homes$/)
  await clusters.first().waitFor()
  const before = await page.getByRole('status').filter({ hasText: 'on the map' }).textContent()
  await Promise.all([page.waitForResponse((response) => isMapRequest(response.request())), clusters.first().click()])
  await page
    .getByRole('status')
    .filter({ hasNotText: before ?? '' })
    .filter({ hasText: 'on the map' })
    .waitFor()
  expect(await markers.count()).toBeGreaterThan(1)
})

it('says of a home in its popup what the specification has: picture, title, bedrooms, price', async () => {
  const { page } = await site.visit('/list?city=Honnavar')
  const { marker, popup } = mapOf(page)
  await marker('$ 4.5M, 2 bedroom, Kasarkod').click()
  await popup.getByRole('img', { name: 'Drawing of the apartment' }).waitFor()
  await popup.getByText('2 bedroom', { exact: true }).waitFor()
  await popup.getByText('$ 4,500,000').waitFor()
  await popup.getByRole('link', { name: '2 BHK apartment in Kasarkod, Honnavar' }).click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.getByRole('heading', { level: 1, name: '2 BHK apartment in Kasarkod, Honnavar' }).waitFor()
})

it('closes a popup with X and with Escape, and gives the focus back to its marker', async () => {
  const { page } = await site.visit('/list?city=Honnavar')
  const { marker, popup } = mapOf(page)
  const close = [() => popup.getByRole('button', { name: 'Close' }).click(), () => page.keyboard.press('Escape')]
  for (const end of close) {
    await marker(/Kasarkod/).click()
    await popup.waitFor()
    await popup.and(page.locator(':focus')).waitFor()
    await end()
    await popup.waitFor({ state: 'detached' })
    await marker(/Kasarkod/)
      .and(page.locator(':focus'))
      .waitFor()
  }
})

it('marks a home that was opened, now and on the next visit', async () => {
  const { page } = await site.visit('/list?city=Honnavar')
  const { marker, popup } = mapOf(page)
  await marker('$ 4.5M, 2 bedroom, Kasarkod').click()
  await popup.waitFor()
  await marker('$ 4.5M, 2 bedroom, Kasarkod, visited').waitFor()
  await page.reload()
  await marker('$ 4.5M, 2 bedroom, Kasarkod, visited').waitFor()
})

it('marks the marker of a card under the pointer or with the focus, and the card of a marker', async () => {
  const { page } = await site.visit('/list?city=Gokarna')
  const { marker, map } = mapOf(page)
  const home = marker('$ 12M, 2 bedroom, Bhadrakali')
  const card = page.getByRole('article').filter({ hasText: 'Bhadrakali' })
  const current = map.locator('[aria-current]')
  await home.waitFor()

  await card.hover()
  await expect.poll(() => home.getAttribute('aria-current')).toBe('true')
  await page.mouse.move(2, 2)
  await current.waitFor({ state: 'detached' })
  await card.getByRole('link', { name: /Bhadrakali/ }).focus()
  await expect.poll(() => home.getAttribute('aria-current')).toBe('true')

  await home.hover()
  await page.locator('[data-active]').filter({ hasText: 'Bhadrakali' }).waitFor()
})

it(`opens ${HEAP} homes on one point one by one`, async () => {
  const { page } = await site.visit('/list?city=Karwar')
  const { marker, popup } = mapOf(page)
  await marker(/homes at one place$/).click()
  await popup.getByRole('heading', { name: `${HEAP} homes at one place` }).waitFor()
  const links = popup.getByRole('listitem').getByRole('link')
  const more = popup.getByRole('button', { name: 'Show more' })
  for (let shown = 50; shown < HEAP; shown += 50) {
    await expect.poll(() => links.count(), { timeout: 5_000 }).toBe(shown)
    await more.click()
  }
  await expect.poll(() => links.count(), { timeout: 5_000 }).toBe(HEAP)
  await more.waitFor({ state: 'detached' })
  const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(new Set(addresses).size).toBe(HEAP)
  await links.last().click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
})

it('reaches every marker by keys from one stop of the tab key', async () => {
  const { page } = await site.visit('/list?city=Gokarna')
  const { markers, marker, ground, popup } = mapOf(page)
  await markers.first().waitFor()
  await ground.focus()
  const named = () => page.locator(':focus').getAttribute('aria-label')
  await page.keyboard.press('Tab')
  const first = await named()
  await page.keyboard.press('ArrowRight')
  const second = await named()
  expect(new Set([first, second])).toEqual(new Set(['$ 5M, 2 bedroom, Kudle', '$ 12M, 2 bedroom, Bhadrakali']))
  await page.keyboard.press('Tab')
  expect(await named()).toBe('Move the map')
  await page.keyboard.press('Shift+Tab')
  expect(await named()).toBe(second)
  await page.keyboard.press('Enter')
  await popup.waitFor()
  await marker(`${second}, visited`).waitFor()
})

it('says what the map shows to those who listen', async () => {
  const { page } = await site.visit('/list?city=Gokarna')
  await page.getByRole('status').filter({ hasText: '2 homes on the map' }).waitFor()
  await page.getByRole('list', { name: '2 homes on the map' }).waitFor({ state: 'attached' })
})
