import type { Page } from 'playwright-core'

/** A screen as a test opens it: an address, and what is done there first. `{id}` is any listing's. */
export interface Screen {
  name: string
  path: string
  /** Brings about the state that the screen is about. */
  enter?: (page: Page) => Promise<void>
  /** A problem that belongs to this screen, such as the 404 of an address that is none. */
  problem?: RegExp
}

/** Every screen of the site, in each state that looks different. */
export const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'list', path: '/list?city=Pune' },
  { name: 'list, nothing found', path: '/list?city=Pune&maxPrice=1' },
  { name: 'list, failed', path: '/list?city=Pune', enter: failList, problem: /503|Failed to load resource/ },
  { name: 'listing', path: '/{id}' },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'agents', path: '/agents' },
  { name: 'login', path: '/login' },
  { name: 'register', path: '/register' },
  { name: 'chat', path: '/chat' },
  { name: 'not found', path: '/no-such-page', problem: /404/ },
]

/** Another search, which the network does not bring. */
async function failList(page: Page): Promise<void> {
  await page.route('**/posts?*', (route) => route.fulfill({ status: 503, json: { message: 'Away for a moment.' } }))
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('price_asc')
  await page.getByText('Error loading posts!').waitFor()
}
