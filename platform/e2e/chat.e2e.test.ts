import type { Post } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { NEW_LISTING } from '../src/testing/new-listing.ts'
import { expectForEveryone } from './for-everyone.ts'
import { useOwnSite } from './site.ts'

const PASSWORD = 'correct horse'
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

const site = useOwnSite()

it('buyer and owner chat live from a listing and the inbox, across a restart, which keeps the listings', async () => {
  const ownersVisit = await site.visit('/about')
  const { page: owner } = ownersVisit
  await enter(owner, 'asha.rao')
  const { id: listing } = await publish(owner)
  const buyersVisit = await site.visit('/about', PHONE)
  const { page: buyer } = buyersVisit
  await enter(buyer, 'beena.shah')
  await owner.goto('/list')

  await buyer.goto(`/${listing}`)
  await buyer.getByRole('button', { name: 'Send a Message' }).first().click()
  const box = buyer.getByRole('region', { name: 'Chat with asha.rao' })
  await write(buyer, 'Is it still there?')
  await box.getByText('Sent').waitFor()

  await owner
    .getByRole('banner')
    .getByRole('link', { name: /Profile.*1/ })
    .waitFor()
  await expect.poll(() => owner.title()).toMatch(/^\(1\) /)
  await owner.goto('/profile')
  await owner
    .getByRole('region', { name: 'Messages' })
    .getByRole('button', { name: /beena\.shah/ })
    .click()
  await owner.getByText('Is it still there?').first().waitFor()
  await box.getByText('Seen').waitFor()
  await expect.poll(() => owner.title()).not.toMatch(/^\(/)
  await owner.goto('/chat')
  await owner.getByRole('link', { name: /beena\.shah/ }).click()
  await owner.getByRole('link', { name: /Flat with a garden/ }).waitFor()
  await write(owner, 'Yes, come and see it.')
  await box.getByText('Yes, come and see it.', { exact: true }).waitFor()
  await expectForEveryone(owner)
  await expectForEveryone(buyer)

  // The open chat is not counted as unread while its messages are being marked as read over a slow network.
  const thread = owner.getByRole('region', { name: 'Chat with beena.shah' })
  await owner.evaluate(`globalThis.titles = []
    new MutationObserver(() => titles.push(document.title)).observe(document.querySelector('title'), { childList: true })`)
  const release = await holdReads(owner)
  for (const text of ['Very good.', 'Tomorrow?']) {
    await write(buyer, text)
    await thread.getByText(text, { exact: true }).waitFor()
  }
  release()
  await box.getByText('Seen').waitFor()
  expect(await owner.evaluate('titles')).toEqual([])

  // Requests fail while the site restarts.
  for (const { expectProblem } of [ownersVisit, buyersVisit])
    expectProblem(/\/socket\.io\/|\/users\/notification|\/r\/page\.json|Failed to fetch/)
  const before = await listings()
  await site.restart()
  expect(await listings()).toEqual(before)
  await write(buyer, 'On Sunday?')
  await thread.getByText('On Sunday?', { exact: true }).waitFor()
  expect(await thread.getByText('Yes, come and see it.', { exact: true }).count()).toBe(1)
})

async function listings(): Promise<Post[]> {
  return (await (await fetch(`${site.url()}/posts`)).json()) as Post[]
}

async function enter(page: Page, username: string): Promise<void> {
  const data = { username, email: `${username}@example.com`, password: PASSWORD }
  expect((await page.request.post('/auth/register', { data })).status()).toBe(201)
  expect((await page.request.post('/auth/login', { data: { username, password: PASSWORD } })).status()).toBe(200)
}

/** Holds requests that mark a chat as read until the returned function is called. */
async function holdReads(page: Page): Promise<() => void> {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/chats/read/*', async (route) => {
    await held
    await route.continue()
  })
  return release
}

async function publish(page: Page): Promise<Post> {
  const answer = await page.request.post('/posts', { data: NEW_LISTING })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as Post
}

async function write(page: Page, text: string): Promise<void> {
  await page.getByPlaceholder('Type your message here...').fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
}
