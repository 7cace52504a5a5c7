import type { PostWithDetail } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { expectForEveryone } from './for-everyone.ts'
import { useWrittenSite } from './site.ts'

const PASSWORD = 'correct horse'
const TITLE = 'Bright flat near the lake'

const site = useWrittenSite()

it('registers, publishes a listing with pictures and edits it; another person saves it', async () => {
  const { page } = await site.visit('/add')
  await page.waitForURL('**/login?next=%2Fadd')
  await page.getByRole('link', { name: "Don't you have an account?" }).click()
  await enter(page, 'pooja.rao')
  await page.getByRole('heading', { level: 1, name: 'Add New Post' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/add')

  await page
    .locator('input[type=file]')
    .setInputFiles([await photo('a-wall.jpg', 'teal'), await photo('b.jpg', 'tan'), await photo('c.jpg', 'plum')])
  await page.getByRole('img', { name: 'Picture 3' }).waitFor()
  await page.getByLabel('Describe this picture').nth(1).fill('The kitchen')
  await fillIn(page)
  await expectForEveryone(page)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: TITLE }).waitFor()
  const { pathname } = new URL(page.url())
  expect(pathname).toMatch(/^\/[0-9a-f]{24}$/)
  const photos = page.getByRole('region', { name: 'Pictures' }).getByRole('img', { name: /^Photo/ })
  await expect.poll(() => loadedUploads(page)).toBe(3)
  expect(await photos.count()).toBe(2)
  await page.getByRole('img', { name: 'The kitchen' }).waitFor()
  await page.getByText('Owner and tenant share').waitFor()
  const story = page.getByRole('region', { name: 'Description' })
  await story.getByText('A walk by the lake & a quiet street.').waitFor()
  expect(await story.locator('strong').allInnerTexts()).toEqual(['Two balconies'])
  expect(await story.getByRole('listitem').allInnerTexts()).toEqual(['Lift', 'Garden', 'Gym style="new"'])
  await expectEdited(page, pathname)
  await pasteOfPrograms(page, pathname)

  await page.goto('/profile')
  await page.getByRole('region', { name: 'My Properties' }).getByRole('link', { name: TITLE }).first().waitFor()

  const { page: other } = await site.visit('/register')
  await enter(other, 'bina.shah')
  await other.getByRole('banner').getByText('bina.shah').waitFor()
  await other.goto(pathname)
  await other.getByRole('button', { name: 'Save the Place' }).first().click()
  await other.getByRole('button', { name: 'Place Saved' }).first().waitFor()
  await other.goto('/profile')
  await other.getByRole('region', { name: 'Saved Properties' }).getByRole('link', { name: TITLE }).first().waitFor()
})

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
    'Total Size (sqft) (optional)': '1100',
    'School (optional)': '800',
  }
  for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text)
  await page.getByLabel('Utilities Policy (optional)', { exact: true }).selectOption('shared')
  await writeStory(page)
}

/** Types a text with three kinds of formatting, by shortcut and by button, and pastes a line. */
async function writeStory(page: Page): Promise<void> {
  const { keyboard } = page
  await page.getByLabel('Description (optional)', { exact: true }).fill('A walk by the lake & a quiet street.')
  await keyboard.press('Enter')
  await keyboard.press('ControlOrMeta+b')
  await keyboard.type('Two balconies')
  await keyboard.press('ControlOrMeta+b')
  await keyboard.press('Enter')
  await page.getByRole('button', { name: 'Bulleted list' }).click()
  await keyboard.type('Lift')
  await keyboard.press('Enter')
  await keyboard.type('Garden')
  await keyboard.press('Enter')
  await paste(page, '<b style="font-weight:normal"><p style="margin:0">Gym style="new"</p></b>')
}

/** Its style attributes must not be reported to the page's Content-Security-Policy. */
async function paste(page: Page, html: string): Promise<void> {
  await page.evaluate(`
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/html', ${JSON.stringify(html)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  `)
}

const PASTED = [
  '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt">From Docs</span></p></b>',
  "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style>p.MsoNormal{margin:0}</style></head><body><p class=MsoNormal style='margin:0cm'><span style='color:red'>From Word</span></p></body></html>",
  '<table style="width:9em"><colgroup><col style="width:9em"></colgroup><tr style="height:2em"><td style="color:red">From Excel</td></tr></table>',
]

/** Also the editor's own text, which the browser copies with its styles. */
async function pasteOfPrograms(page: Page, pathname: string): Promise<void> {
  await page.goto(`/edit${pathname}`)
  const text = page.getByRole('textbox', { name: 'Description' })
  await text.click()
  for (const html of PASTED) await paste(page, html)
  for (const from of ['Docs', 'Word', 'Excel']) await text.getByText(`From ${from}`).waitFor()
  for (const keys of ['a', 'c']) await page.keyboard.press(`ControlOrMeta+${keys}`)
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.press('ControlOrMeta+v')
  await text.getByText('From Word').nth(1).waitFor()
}

/** Edits only the title: the stored text must stay identical byte by byte. */
async function expectEdited(page: Page, pathname: string): Promise<void> {
  const stored = async () => (await (await page.request.get(`/posts${pathname}`)).json()) as PostWithDetail
  const before = await stored()
  await page.goto(`/edit${pathname}`)
  await page.getByRole('toolbar', { name: 'Formatting' }).waitFor()
  await page.getByLabel('Title', { exact: true }).fill(`${TITLE}, painted`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('heading', { level: 1, name: `${TITLE}, painted` }).waitFor()
  const after = await stored()
  expect(after).toEqual({ ...before, title: `${TITLE}, painted`, rev: before.rev + 1 })
}

async function photo(name: string, background: string) {
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background } })
  return { name, mimeType: 'image/jpeg', buffer: await picture.jpeg().toBuffer() }
}

/** Number of uploaded pictures in the page that have loaded. */
function loadedUploads(page: Page): Promise<number> {
  return page.evaluate<number>(`[...document.querySelectorAll('main img')].filter(
    ({ currentSrc, naturalWidth }) => currentSrc.includes('/media/posts/') && naturalWidth > 0).length`)
}
