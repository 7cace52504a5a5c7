import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { expectForEveryone } from './for-everyone.ts'
import { useOwnSite } from './site.ts'

const PASSWORD = 'correct horse'
const TITLE = 'Bright flat near the lake'

const site = useOwnSite()

it('leads from a new account to a listing with pictures, which somebody else saves', async () => {
  const { page } = await site.visit('/add')
  await page.waitForURL('**/login?next=%2Fadd')
  await page.getByRole('link', { name: "Don't you have an account?" }).click()
  await enter(page, 'asha.rao')
  await page.getByRole('heading', { level: 1, name: 'Add New Post' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/add')

  await page.locator('input[type=file]').setInputFiles([await photo('a-wall.jpg', 'teal'), await photo('b.jpg', 'tan')])
  await page.getByRole('img', { name: 'Picture 2' }).waitFor()
  await fillIn(page)
  await expectForEveryone(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  const { pathname } = new URL(page.url())
  expect(pathname).toMatch(/^\/[0-9a-f]{24}$/)
  const photos = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name: /^Photo/ })
  await expect.poll(() => loadedUploads(page)).toBe(2)
  expect(await photos.count()).toBe(2)
  await page.getByText('Owner and tenant share').waitFor()
  await page.getByText('A walk by the lake & a quiet street.').waitFor()

  await page.goto('/profile')
  await page.getByRole('region', { name: 'My Properties' }).getByRole('link', { name: TITLE }).first().waitFor()

  const { page: other } = await site.visit('/register')
  await enter(other, 'beena.shah')
  await other.getByRole('banner').getByText('beena.shah').waitFor()
  await other.goto(pathname)
  await other.getByRole('button', { name: 'Save the Place' }).first().click()
  await other.getByRole('button', { name: 'Place Saved' }).first().waitFor()
  await other.goto('/profile')
  await other.getByRole('region', { name: 'Saved Properties' }).getByRole('link', { name: TITLE }).first().waitFor()
})

/** Registers somebody and signs them in. */
async function enter(page: Page, username: string): Promise<void> {
  const field = (label: string) => page.getByLabel(label, { exact: true })
  await page.getByRole('heading', { level: 1, name: 'Create an Account' }).waitFor()
  await field('Username').fill(username)
  await field('Email').fill(`${username}@example.com`)
  await field('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Register', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  await field('Username').fill(username)
  await field('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Login', exact: true }).click()
}

async function fillIn(page: Page): Promise<void> {
  const texts = {
    Title: TITLE,
    Price: '4500000',
    Address: '12 Lake Road',
    City: 'Pune',
    Latitude: '18.5204',
    Longitude: '73.8567',
    'Bedroom Number': '2',
    'Bathroom Number': '1',
    'Total Size (sqft)': '1100',
    School: '800',
    Description: 'A walk by the lake & a quiet street.\n\nTwo balconies.',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Utilities Policy', { exact: true }).selectOption('shared')
}

async function photo(name: string, background: string) {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** How many of the pictures in the page are uploads that have come. */
function loadedUploads(page: Page): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll('main img')].filter(
    ({ currentSrc, naturalWidth }) => currentSrc.includes('/media/posts/') && naturalWidth > 0).length`)
}
