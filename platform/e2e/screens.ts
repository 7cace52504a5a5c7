import type { Page } from 'playwright-core'

/** A screen under test: its address and the steps to reach it. `{id}` stands for any listing. */
export interface Screen {
  name: string
  path: string
  enter?: (page: Page) => Promise<void>
  /** An expected problem, such as the 404 of an unknown address. */
  problem?: RegExp
}

/** Every screen of the site, in each state that looks different. */
export const SCREENS: Screen[] = [
  { name: 'home', path: '/' },
  { name: 'home, prices refused', path: '/', enter: refusePrices },
  { name: 'list', path: '/list?city=Pune' },
  { name: 'list, nothing found', path: '/list?city=Pune&maxPrice=1' },
  { name: 'list, failed', path: '/list?city=Pune', enter: failList, problem: /503|Failed to load resource/ },
  { name: 'list, its map', path: '/list?city=Pune', enter: showMap },
  { name: 'list, its map with a popup', path: '/list?city=Pune', enter: openPopup },
  { name: 'list, suggesting places', path: '/list?maxPrice=1', enter: suggestPlaces },
  { name: 'listing', path: '/{id}' },
  { name: 'listing, its pictures', path: '/{id}', enter: openPictures },
  { name: 'listing, a report', path: '/{id}', enter: openReport },
  { name: 'about', path: '/about' },
  { name: 'contact', path: '/contact' },
  { name: 'contact, refused', path: '/contact', enter: refuseMessage },
  { name: 'agents', path: '/agents' },
  { name: 'login', path: '/login' },
  { name: 'login, refused', path: '/login', enter: refuseLogin, problem: /401/ },
  { name: 'register', path: '/register' },
  { name: 'forgot', path: '/forgot' },
  { name: 'reset', path: '/reset?token=used' },
  { name: 'reset, without a token', path: '/reset' },
  { name: 'reset, with a username', path: '/reset?token=used&named=1' },
  { name: 'undo', path: '/undo?token=used' },
  { name: 'undo, without a token', path: '/undo' },
  { name: 'stop mails, an unknown link', path: '/searches/stop?token=unknown', problem: /404/ },
  { name: 'stop mails about messages, an unknown link', path: '/mails/stop?token=unknown', problem: /404/ },
  { name: 'chat', path: '/chat' },
  { name: 'not found', path: '/no-such-page', problem: /404/ },
]

async function refusePrices(page: Page): Promise<void> {
  await page.getByLabel('Min price').fill('6000000')
  await page.getByLabel('Max price').fill('5000000')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('Your max price is below').waitFor()
}

async function refuseMessage(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill('asha@example')
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Check your email address').waitFor()
}

async function refuseLogin(page: Page): Promise<void> {
  await page.getByLabel('Username').fill('nobody.here')
  await page.getByLabel('Password').fill('not a password')
  await page.getByRole('button', { name: 'Login' }).click()
  await page.getByText('Invalid Credentials!').waitFor()
}

/** On narrow screens the map replaces the list. */
async function showMap(page: Page): Promise<void> {
  const choice = page.locator('label', { hasText: /^Map$/ })
  if (await choice.isVisible()) await choice.click()
  await page.getByRole('region', { name: 'Map of the results' }).getByRole('list').getByRole('button').first().waitFor()
}

async function openPopup(page: Page): Promise<void> {
  await showMap(page)
  const map = page.getByRole('region', { name: /map/i })
  const popup = map.getByRole('dialog')
  // A cluster opens into smaller ones and markers; a cluster of one place opens a popup.
  while (!(await popup.isVisible())) {
    const marker = map.getByRole('list').getByRole('button').first()
    const label = await marker.getAttribute('aria-label')
    await marker.press('Enter')
    await marker
      .and(page.locator(`:not([aria-label="${label}"])`))
      .or(popup)
      .first()
      .waitFor()
  }
}

async function suggestPlaces(page: Page): Promise<void> {
  const folded = page.getByRole('button', { name: 'Filters' })
  if (await folded.isVisible()) await folded.click()
  await page.getByRole('combobox', { name: 'Location' }).pressSequentially('ba')
  await page.getByRole('listbox').getByRole('option').first().waitFor()
}

async function openPictures(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Pictures' }).getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
}

async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Report this listing' }).click()
  await page.getByRole('dialog').waitFor()
}

/** Starts another search, whose request fails. */
async function failList(page: Page): Promise<void> {
  await page.route('**/posts?*', (route) => route.fulfill({ status: 503, json: { message: 'Away for a moment.' } }))
  await page.getByRole('combobox', { name: 'Sort' }).selectOption('price_asc')
  await page.getByText('Error loading posts!').waitFor()
}
