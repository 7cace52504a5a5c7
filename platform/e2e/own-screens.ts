import type { Post } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import { NEW_LISTING } from '../src/testing/new-listing.ts'
import type { Screen } from './screens.ts'

const PASSWORD = 'correct horse'

/** What stands in the paths of `OWN_SCREENS` for `{id}`, a listing of somebody else, `{own}`, one of theirs, and `{chat}`. */
export interface Belongings {
  id: string
  own: string
  chat: string
}

/** The screens of a person who is signed in, has a listing, a saved search and a chat about another's home. */
export const OWN_SCREENS: Screen[] = [
  { name: 'profile', path: '/profile' },
  { name: 'profile, saved searches', path: '/profile?tab=searches' },
  { name: 'update', path: '/profile/update' },
  { name: 'update, deleting the account', path: '/profile/update', enter: pressAndSee('Delete account') },
  { name: 'add', path: '/add' },
  { name: 'add, refused', path: '/add', enter: refuseListing },
  { name: 'edit', path: '/edit/{own}' },
  { name: 'own listing', path: '/{own}' },
  { name: 'own listing, deleting it', path: '/{own}', enter: pressAndSee(/^Delete/) },
  { name: 'chats', path: '/chat' },
  { name: 'chat', path: '/chat?with={chat}' },
  { name: 'chat beside a listing', path: '/{id}', enter: openChat },
  { name: 'list with a saved search', path: '/list?type=buy&property=apartment&minPrice=1', enter: saveSearch },
  { name: 'menu', path: '/about', enter: openMenu },
]

/** Registers a person and gives them what the screens need. */
export async function makeBelongings(page: Page, neighbour: Page): Promise<Belongings> {
  await register(page, 'asha.of.large.text')
  const receiverId = await register(neighbour, 'neighbour.of.asha')
  const postData = { ...NEW_LISTING.postData, city: 'City of Large Letters' }
  const [other] = (await (await page.request.get('/posts?city=Mumbai&limit=1')).json()) as Post[]
  if (!other) throw new Error('The demo site has no listing in Mumbai.')
  const own = await send(page, '/posts', { ...NEW_LISTING, postData })
  const chat = await send(page, '/chats', { receiverId })
  await send(page, `/messages/${chat}`, { text: 'Is the flat near the station still free? We are four people.' })
  await send(page, '/users/searches', { search: 'city=Pune&type=rent' })
  return { id: other.id, own, chat }
}

async function register(page: Page, username: string): Promise<string> {
  const account = { username, email: `${username}@example.com`, password: PASSWORD }
  await send(page, '/auth/register', account)
  return send(page, '/auth/login', { username, password: PASSWORD })
}

/** Returns the id of what was made. */
async function send(page: Page, path: string, data: object): Promise<string> {
  const answer = await page.request.post(path, { data })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return ((await answer.json()) as { id: string }).id
}

function pressAndSee(name: string | RegExp) {
  return async (page: Page) => {
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').waitFor()
  }
}

async function refuseListing(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('alert').first().waitFor()
}

async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Send a Message' }).first().click()
  await page.getByPlaceholder('Type your message here...').waitFor()
}

async function saveSearch(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save this search' }).click()
  await page.getByRole('link', { name: /^Search saved/ }).waitFor()
}

/** Only narrow screens have it. */
async function openMenu(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').waitFor()
}
