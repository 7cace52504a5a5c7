import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import type { Send } from '../own-screens.ts'
import type { Tab } from './tab.ts'

export const PASSWORD = 'correct horse'

/** From the home page to the list, its map and a listing of this city, and through the listing's pictures. */
export async function lookForHomes(tab: Tab, city: string): Promise<void> {
  await tab.open('/')
  await tab.fill('City', city)
  await tab.click('button', 'Search')
  await tab.see('h1', `Search results for ${city}`)
  await seeMap(tab)
  await tab.click('article :is(h2, h3) a')
  await tab.see('h2', 'Location')
  await tab.click('section[aria-label="Pictures"] button')
  await tab.click('button', 'Next picture')
  await tab.until(`document.querySelector('dialog img')?.naturalWidth > 0`)
  await tab.until(`document.querySelector('dialog img').getBoundingClientRect().height > 100`)
  await tab.click('button', 'Close pictures')
  await tab.until(`!document.querySelector('dialog')`)
}

/** On narrow screens the map replaces the list. */
async function seeMap(tab: Tab): Promise<void> {
  const isNarrow = await tab.run<boolean>('return innerWidth < 1024')
  if (isNarrow) await tab.click('label', 'Map')
  await tab.see('[aria-label="Map of the results"] [role="list"] button, [aria-label="Map of the results"] ul button')
  if (isNarrow) await tab.click('label', 'List')
}

/** Registers and signs in. */
export async function enter(tab: Tab, username: string): Promise<void> {
  await tab.open('/register')
  await tab.fill('Username', username)
  await tab.fill('Email', `${username}@example.com`)
  await tab.fill('Password', PASSWORD)
  await tab.click('button', 'Register')
  await tab.see('h1', 'Welcome back')
  await tab.fill('Username', username)
  await tab.fill('Password', PASSWORD)
  await tab.click('button', 'Login')
  await tab.see('h1', 'Discover Your Perfect Home in India')
}

/** @returns the path of the published listing, which has three pictures */
export async function publish(tab: Tab, title: string): Promise<string> {
  await tab.open('/add')
  const input = await tab.run<{ sendKeys(text: string): Promise<void> }>(
    `return document.querySelector('main input[type=file]')`,
  )
  await input.sendKeys((await photos()).join('\n'))
  await tab.see('img', 'Picture 3')
  for (const [label, text] of Object.entries(TEXTS)) await tab.fill(label, text)
  await tab.fill('Title', title)
  await (await tab.see('[contenteditable="true"]')).sendKeys('A quiet street.')
  await tab.click('button', 'Add')
  await tab.see('h1', title)
  await tab.until(LOADED_UPLOADS, 3)
  await tab.read('main', 'A quiet street.')
  return await tab.run<string>('return location.pathname')
}

const TEXTS = {
  Price: '4500000',
  Address: '12 Lake Road',
  City: 'Nashik',
  Latitude: '19.9975',
  Longitude: '73.7898',
  'Bedroom Number': '2',
  'Bathroom Number': '1',
}

/** Whether so many uploaded pictures of the page have loaded and have a size. */
const LOADED_UPLOADS = `[...document.querySelectorAll('main img')].filter((image) =>
  image.currentSrc.includes('/media/posts/') && image.naturalWidth > 0 && image.getBoundingClientRect().height > 20
).length >= arguments[0]`

async function photos(): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'photos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return await Promise.all(
    ['teal', 'tan', 'plum'].map(async (background) => {
      const file = join(folder, `${background}.jpg`)
      await sharp({ create: { width: 900, height: 600, channels: 3, background } }).toFile(file)
      return file
    }),
  )
}

export async function write(tab: Tab, text: string): Promise<void> {
  const field = await tab.see('textarea[placeholder="Type your message here..."]')
  await field.sendKeys(text)
  await tab.click('button', 'Send')
}

/** Posts with the cookies of this tab. */
export function sendAs(tab: Tab): Send {
  return async (path, data) => {
    const { ok, body } = await tab.run<{ ok: boolean; body: { id: string } }>(POST, path, data)
    if (!ok) throw new Error(`${path}: ${JSON.stringify(body)}`)
    return body.id
  }
}

const POST = `
  const headers = { 'content-type': 'application/json' }
  return fetch(arguments[0], { method: 'POST', headers, body: JSON.stringify(arguments[1]) })
    .then(async (response) => ({ ok: response.ok, body: await response.json() }))`
