import { expect, it } from 'vitest'
import { hasFocus } from './focus.ts'
import { cardTitles, countShown } from './list/screen.ts'
import { mapOf } from './map/map.ts'
import { dragOut } from './pointer.ts'
import { useSite } from './site.ts'
import { MOST_STOPS, tabTo } from './tab-to.ts'

const site = useSite({ pictures: false })

it('finds a home by keyboard', async () => {
  const { page } = await site.visit('/')
  await page.getByRole('combobox', { name: 'City' }).waitFor()
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').textContent()).toMatch(/skip/i)

  await tabTo(page, 'combobox', 'City')
  await page.keyboard.type('Pun')
  await page.getByRole('option', { name: /Pune/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, 'button', 'Search')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search results for Pune' }).waitFor()

  const title = (await page.getByRole('article').first().getByRole('heading').textContent()) ?? ''
  await tabTo(page, 'link', title)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()

  await tabTo(page, 'button', 'Save the Place')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login?next=*')
})

it('filters, sorts, removes a filter and pages by keyboard', async () => {
  const { page } = await site.visit('/list')
  await tabTo(page, 'combobox', 'Type')
  await page.keyboard.type('R')
  await tabTo(page, 'textbox', 'Max Price')
  await page.keyboard.type('40000')
  await page.keyboard.press('Enter')
  await page.waitForURL(/type=rent.*maxPrice=40000/)
  // The focused heading announces the change, and Tab continues from it.
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()

  await tabTo(page, 'combobox', 'Sort')
  await page.keyboard.press('ArrowDown')
  await page.waitForURL(/sort=price_asc/)
  await page.getByRole('combobox', { name: 'Sort' }).and(page.locator(':focus')).waitFor()

  const narrow = await countShown(page)
  await tabTo(page, 'link', 'Remove filter: Up to $ 40,000')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.search.includes('maxPrice'))
  await expect.poll(() => countShown(page)).not.toBe(narrow)

  const [first] = await cardTitles(page)
  await tabTo(page, 'link', 'Next page')
  await page.keyboard.press('Enter')
  await page.waitForURL(/after=/)
  await page.getByRole('heading', { level: 1 }).and(page.locator(':focus')).waitFor()
  await expect.poll(async () => (await cardTitles(page))[0]).not.toBe(first)
})

it('finds a home on the map by keyboard', async () => {
  const { page } = await site.visit('/list?city=Pune', { reducedMotion: 'reduce' })
  const { markers, popup, ground } = mapOf(page)
  await markers.first().waitFor()
  await tabTo(page, 'link', /^Remove filter/)
  for (let presses = 0; presses < MOST_STOPS && !(await hasFocus(ground)); presses++) await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  // A cluster opens into smaller clusters, and finally into homes.
  while (!(await popup.isVisible())) {
    const open = markers.and(page.locator(':focus'))
    await open.waitFor()
    const label = (await open.getAttribute('aria-label')) ?? ''
    await page.keyboard.press('Enter')
    if (/^\d+ homes$/.test(label))
      await open
        .and(page.locator(`:not([aria-label="${label}"])`))
        .or(popup)
        .waitFor()
    else await popup.waitFor()
  }
  await tabTo(page, 'link', / in /)
  const title = (await page.locator(':focus').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: title, level: 1 }).waitFor()
})

it('views pictures, shares, uses the calculator and reports by keyboard', async () => {
  const { page } = await site.visit('/list?type=buy&property=apartment')
  await tabTo(page, 'link', / in /)
  await page.keyboard.press('Enter')

  await tabTo(page, 'button', /seen from the street/)
  await page.keyboard.press('Enter')
  const viewer = page.getByRole('dialog')
  await viewer.getByText('1 / 5').waitFor()
  await page.keyboard.press('ArrowLeft')
  await viewer.getByText('5 / 5').waitFor()
  await page.keyboard.press('Escape')
  await viewer.waitFor({ state: 'hidden' })
  expect(await hasFocus(page.getByRole('button', { name: /seen from the street/ }))).toBe(true)

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await tabTo(page, 'button', 'Share')
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Link copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url())

  await page.getByRole('region', { name: 'Location' }).scrollIntoViewIfNeeded()
  await tabTo(page, 'textbox', 'Years')
  const instalment = page.getByRole('region', { name: 'Loan calculator' }).getByRole('status')
  const before = await instalment.textContent()
  await page.keyboard.press('Control+A')
  await page.keyboard.type('10')
  await expect.poll(() => instalment.textContent()).not.toBe(before)

  await tabTo(page, 'button', 'Report this listing')
  await page.keyboard.press('Enter')
  await tabTo(page, 'radio', /sold or rented/)
  await page.keyboard.press('ArrowDown')
  await tabTo(page, 'textbox', /More details/)
  await page.keyboard.type('It has two rooms.')
  await tabTo(page, 'button', 'Send the report')
  await page.keyboard.press('Enter')
  await page
    .getByRole('status')
    .getByText(/thank you/i)
    .waitFor()
  expect(await hasFocus(page.getByRole('button', { name: 'Report this listing' }))).toBe(true)
})

it('opens and closes the phone menu, which lists every page and restores the focus', async () => {
  const { page } = await site.visit('/about', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: /menu/i }).first()
  await menu.click()
  const sheet = page.getByRole('dialog')
  for (const name of ['Home', 'About', 'Contact', 'Agents', 'Sign in', 'Sign up']) {
    await sheet.getByRole('link', { name, exact: true }).waitFor()
  }
  // The page behind does not scroll.
  expect(await page.evaluate('getComputedStyle(document.documentElement).overflow')).toBe('hidden')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await hasFocus(menu)).toBe(true)

  await menu.click()
  await dragOut(page, sheet.getByText('Aangan'))
  expect(await sheet.isVisible()).toBe(true)
  await page.mouse.click(5, 839)
  await sheet.waitFor({ state: 'hidden' })

  await menu.click()
  await sheet.getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor()
  await sheet.waitFor({ state: 'hidden' })
})
