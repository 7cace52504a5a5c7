import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { useWrittenSite } from './site.ts'
import { tabTo } from './tab-to.ts'

const PHONE = { viewport: { width: 390, height: 844 } }
const PASSWORD = 'correct horse'
const TITLE = 'Flat found by keys'

const site = useWrittenSite()

it('registers, edits a listing and signs out on a phone by keyboard', async () => {
  const { page } = await site.visit('/register?next=%2Fadd', PHONE)
  const { keyboard } = page
  await page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor()
  await enter(page, { Username: 'keya.rao', Email: 'keya@example.com', Password: PASSWORD })
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await page.getByLabel('Password', { exact: true }).and(page.locator(':focus')).waitFor()
  await keyboard.type(PASSWORD)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Add New Post' }).waitFor()

  await enter(page, { Title: TITLE })
  await enterNumber(page, { Price: '25000' })
  await enter(page, { Address: '12 Lake Road' })
  await tabTo(page, 'combobox', 'City')
  await keyboard.type('Pune')
  await enter(page, { Latitude: '18.5204', Longitude: '73.8567' })
  await enter(page, { 'Bedroom Number': '2', 'Bathroom Number': '1' })
  await tabTo(page, 'button', 'Bold')
  await tabTo(page, 'textbox', 'Description')
  await keyboard.type('A quiet street.')
  await tabTo(page, 'button', 'Add')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  await page.getByText('A quiet street.').waitFor()

  await tabTo(page, 'link', `Edit: ${TITLE}`)
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Edit Post' }).waitFor()
  await tabTo(page, 'textbox', 'Title')
  await keyboard.press('End')
  await keyboard.type(', painted')
  await keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `${TITLE}, painted` }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.viewport.width)

  await page.goto('/profile')
  await page.getByRole('heading', { level: 1, name: 'keya.rao' }).waitFor()
  await tabTo(page, 'tab', 'My Properties')
  await keyboard.press('ArrowRight')
  await page.getByRole('region', { name: 'Saved Properties' }).waitFor()
  await page.reload()
  await page.getByRole('region', { name: 'Saved Properties' }).waitFor()
  await tabTo(page, 'button', 'Logout')
  await keyboard.press('Enter')
  await page.waitForURL('**/chat')
})

/** Tabs to each field and types into it. */
async function enter(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    // Password fields have no role.
    if (label === 'Password') await page.keyboard.press('Tab')
    else await tabTo(page, 'textbox', label)
    await page.keyboard.type(text)
  }
}

/** An empty price is a number field until it is used. */
async function enterNumber(page: Page, texts: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(texts)) {
    await tabTo(page, 'spinbutton', label)
    await page.keyboard.type(text)
  }
}
