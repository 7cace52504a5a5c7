import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { NEW_LISTING } from '../src/testing/new-listing.ts'
import { expectForEveryone } from './for-everyone.ts'
import { useWrittenSite } from './site.ts'

const PASSWORD = 'correct horse'
const site = useWrittenSite()

it('a person who signs out leaves nothing of theirs in the browser, in any tab', async () => {
  const { page, context } = await site.visit('/about')
  const asha = await enter(page, 'leaver.asha')
  const owner = await site.visit('/about')
  await enter(owner.page, 'leaver.owner')
  const home = await send(owner.page, '/posts', NEW_LISTING)

  const form = await context.newPage()
  await form.goto('/add')
  await form.getByLabel('Title', { exact: true }).fill('A flat of the leaver')
  await page.goto(`/${home}`)
  await page.getByRole('button', { name: 'Send a Message' }).first().click()
  await page.getByPlaceholder('Type your message here...').fill('A draft of the leaver')
  for (const text of ['A flat of the leaver', 'A draft of the leaver', 'recently-viewed'])
    await expect.poll(() => stored(page)).toContain(text)
  // A request in flight at the logout would be refused.
  const chats = page.waitForResponse((response) => new URL(response.url()).pathname === '/chats')
  await page.goto('/profile')
  await chats
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  await form.waitForURL('**/login?next=%2Fadd')
  for (const tab of [page, form]) {
    await expect.poll(() => stored(tab)).not.toMatch(/leaver|recently-viewed|visited/)
    expect(await stored(tab)).not.toContain(asha)
  }
  const cookies = await context.cookies()
  expect(cookies.map(({ name }) => name)).toEqual(['device'])
})

it('a person deletes their account, and whoever wrote with them keeps the chat', async () => {
  const leaving = await site.visit('/about')
  const { page } = leaving
  const id = await enter(page, 'deleter')
  const staying = await site.visit('/about')
  await enter(staying.page, 'stayer')
  const chat = await send(staying.page, '/chats', { receiverId: id })
  await send(page, `/messages/${chat}`, { text: 'Kept words' })

  await staying.page.goto(`/chat?with=${chat}`)
  await staying.page.getByRole('textbox', { name: 'Message to deleter' }).waitFor()

  await page.goto('/profile/update')
  await page.getByRole('button', { name: 'Download your data' }).scrollIntoViewIfNeeded()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  expect((await download).suggestedFilename()).toMatch(/^aangan-data-[\d-]+\.json$/)
  await page.getByRole('button', { name: 'Delete account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.waitFor()
  await expectForEveryone(page)
  await dialog.getByLabel('Your password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('status').getByText('Your account is deleted').waitFor()
  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await stored(page)).not.toMatch(/deleter/)
  await expectForEveryone(page)

  // Without a reload.
  await staying.page.getByText('This person has deleted their account').waitFor()
  await staying.page.getByRole('heading', { name: 'Deleted user' }).waitFor()
  await staying.page.getByText('Kept words', { exact: true }).last().waitFor()
  await expectForEveryone(staying.page)
})

/** Registers and signs in; returns the user's id. */
async function enter(page: Page, username: string): Promise<string> {
  const data = { username, email: `${username}@example.com`, password: PASSWORD }
  expect((await page.request.post('/auth/register', { data })).status()).toBe(201)
  const answer = await page.request.post('/auth/login', { data: { username, password: PASSWORD } })
  expect(answer.status()).toBe(200)
  return (await answer.json()).id
}

/** Returns the id of what was created. */
async function send(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data })
  expect(answer.status()).toBe(201)
  return (await answer.json()).id
}

/** Everything in the storages of the page's tab. */
async function stored(page: Page): Promise<string> {
  return await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])')
}
