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

/** The screens of a person who is signed in, has a listing, a saved search and a chat with an unread message. */
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

/** Posts as the visitor of a browser, and returns the id of what was made; throws if it is refused. */
export type Send = (path: string, data: object) => Promise<string>

/** Registers a person of this name, signs them in and gives them what the screens need. */
export async function makeBelongings(url: string, send: Send, name: string): Promise<Belongings> {
  const receiverId = await register(send, name)
  await register(send, `pal.${name}`)
  const chat = await send('/chats', { receiverId })
  await send(`/messages/${chat}`, { text: 'Is the flat near the station still free? We are four people.' })
  await signIn(send, name)
  const postData = { ...NEW_LISTING.postData, city: 'City of Large Letters' }
  const [other] = (await (await fetch(`${url}/posts?city=Mumbai&limit=1`)).json()) as Post[]
  if (!other) throw new Error('The demo site has no listing in Mumbai.')
  const own = await send('/posts', { ...NEW_LISTING, postData })
  await send('/users/searches', { search: 'city=Pune&type=rent' })
  return { id: other.id, own, chat }
}

/** @returns the path of an own screen, or of a public one, for the owner of these */
export function pathOf({ path }: Screen, { id, own, chat }: Belongings): string {
  return path.replace('{id}', id).replace('{own}', own).replace('{chat}', chat)
}

async function register(send: Send, username: string): Promise<string> {
  await send('/auth/register', { username, email: `${username}@example.com`, password: PASSWORD })
  return signIn(send, username)
}

function signIn(send: Send, username: string): Promise<string> {
  return send('/auth/login', { username, password: PASSWORD })
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
