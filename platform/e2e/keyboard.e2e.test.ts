import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useSite } from './site.ts'

const site = useSite()

/** Presses Tab until what has the focus has this role and name. */
async function tabTo(page: Page, role: 'link' | 'button' | 'combobox', name: string | RegExp): Promise<void> {
  const target = page.getByRole(role, { name }).first()
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
  }
  throw new Error(`The ${role} ${name} cannot be reached with Tab.`)
}

it('finds a home with keys alone', async () => {
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
  await page.waitForURL('**/login')
})

it('opens and closes the menu of a phone, which lists every page and gives the focus back', async () => {
  const { page } = await site.visit('/about', { viewport: { width: 390, height: 844 } })
  const menu = page.getByRole('button', { name: /menu/i }).first()
  await menu.click()
  const sheet = page.getByRole('dialog')
  for (const name of ['Home', 'About', 'Contact', 'Agents', 'Sign in', 'Sign up']) {
    await sheet.getByRole('link', { name, exact: true }).waitFor()
  }
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  expect(await menu.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)

  await menu.click()
  await sheet.getByRole('link', { name: 'Contact', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: /contact/i }).waitFor()
  await sheet.waitFor({ state: 'hidden' })
})
