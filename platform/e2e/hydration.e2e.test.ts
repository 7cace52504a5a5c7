import { FONT_KEY, SERVED } from '@aangan/contracts/page'
import type { BrowserContextOptions, Page, Route } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { useStarted } from './browser.ts'
import { differingAttributes, watchFirstCommits } from './first-commit.ts'
import { makeBelongings, OWN_SCREENS, pathOf, type Send } from './own-screens.ts'
import { SCREENS } from './screens.ts'
import { useOwnSite } from './site.ts'
import { openVisitor } from './visitor.ts'

// However busy the machine is: a page that is not rendered has nothing to hydrate.
const site = useOwnSite({ RENDER_WAIT_MS: '10000', RENDER_MS: '10000' })

const PUBLIC = SCREENS.filter(({ enter }) => !enter).map(({ path }) => path)
const PATHS = [...PUBLIC, '/list', '/list?minPrice=many', '/list?city=Pune&sort=price_asc', '/aaaaaaaaaaaaaaaaaaaaaaaa']
const READER = { username: 'ravi.plain', password: 'correct horse 77' }
const PHONE = { width: 390, height: 844 }
const LAPTOP = { width: 1366, height: 768 }
/** Far from the server in every respect that a page may depend on. */
const ELSEWHERE: BrowserContextOptions = {
  timezoneId: 'Pacific/Auckland',
  locale: 'de-DE',
  colorScheme: 'dark',
  reducedMotion: 'reduce',
  viewport: PHONE,
}
/** What looks as if it could be pressed, of buttons that do nothing by themselves. */
const INVITING = `[...document.querySelectorAll('button[type=button]')]
  .filter((button) => button.checkVisibility() && !['default', 'not-allowed'].includes(getComputedStyle(button).cursor))
  .map((button) => button.outerHTML.slice(0, 200))`
/** Of addresses without a page, and of searches that are none. */
const NO_PAGE = /Failed to load resource: .* 40[04]/
/** Whether the page asks for the site's own font, and has it. */
const HAS_FONT = `document.fonts.check('1em "Inter Variable"') &&
  getComputedStyle(document.body).fontFamily.includes('Inter Variable')`
const HOURS_MS = 3 * 3_600_000
const SCRIPT = /\.js(\?|$)/
const REMOTE = /\/r\/mfe-.*\.js/

/** One visitor for all pages: what they have kept of each other makes no difference. */
const stranger = useStarted(
  async () => {
    const visitor = await openVisitor(site.browser(), site.url(), ELSEWHERE)
    await visitor.page.clock.setFixedTime(Date.now() + HOURS_MS)
    await watchFirstCommits(visitor.page)
    return visitor
  },
  async ({ close }) => void (await close()),
)

async function open(options?: BrowserContextOptions) {
  const visitor = await site.visit('about:blank', options)
  visitor.expectProblem(NO_PAGE)
  await watchFirstCommits(visitor.page)
  return visitor
}

/** What the remote of the page has taken; offers in it have parts of their own. */
const ownPart = (page: Page) => page.locator('[data-part]').first()

/** Stylesheets that the page has inline, and has loaded all the same. */
const LOADED_AGAIN = `[...document.querySelectorAll('link[disabled]')].filter(({ href }) =>
  [...document.querySelectorAll('link[rel=stylesheet]:not([disabled])')].some((link) => link.href === href)).length`

/** A difference in text or elements from what the browser would render is reported in the console, and fails the visit. */
async function hydrate(page: Page, path: string, differing: unknown[] = []): Promise<void> {
  const answer = await page.goto(path)
  expect(await answer?.text()).toContain(`<div id="root" ${SERVED}>`)
  await page.locator(`#root:not([${SERVED}])`).waitFor()
  if (path !== '/no-such-page') await ownPart(page).waitFor()
  expect(await differingAttributes(page)).toEqual(differing)
  expect(await page.locator('script[data-path]').count(), 'answers that the page carries and nobody takes').toBe(0)
  expect(await page.evaluate(LOADED_AGAIN), 'styles that the page has twice').toBe(0)
}

it.each(PATHS)('%s is hydrated as the server has rendered it, wherever and whenever that is', async (path) => {
  const address = path.replace('{id}', await site.anyListing())
  const { page, expectProblem, settle } = stranger()
  onTestFinished(async () => expect(await settle()).toEqual([]))
  expectProblem(NO_PAGE)
  await hydrate(page, address)
})

it('is hydrated for somebody who has signed in, whatever their browser has kept, which is there then', async () => {
  const { page, context } = await open({ timezoneId: 'America/Los_Angeles' })
  const send: Send = async (path, data) => {
    const answer = await context.request.post(path, { data })
    expect(answer.ok(), path).toBe(true)
    return (await answer.json()).id
  }
  const belongings = await makeBelongings(site.url(), send, 'asha.rao')
  const addressOf = (path: string) => pathOf({ name: '', path }, belongings)
  const field = (name: string | RegExp) => page.getByRole('textbox', { name })
  const forms = [
    ['/add', 'Title', 'Half a title'],
    ['/edit/{own}', 'Title', 'A better title'],
    ['/chat?with={chat}', /^Message/, 'I will be there'],
    ['/contact', /^Message/, 'Half a question'],
    ['/profile/update', 'Email', 'new@example.com'],
  ] as const
  const own = OWN_SCREENS.filter(({ enter }) => !enter).map(({ path }) => path)
  for (const path of new Set(['/', '/list', '/{id}', ...own, ...forms.map(([path]) => path)])) {
    await hydrate(page, addressOf(path))
    const [, name, text] = forms.find((form) => form[0] === path) ?? []
    if (name !== undefined && text !== undefined) await field(name).fill(text)
  }
  for (const [path, name, text] of forms) {
    await hydrate(page, addressOf(path))
    await expect.poll(() => field(name).inputValue()).toBe(text)
  }
})

it('notices a difference, and tells the registry', async () => {
  const { page, problems, expectProblem } = await open()
  await page.route('**/about', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text())
      .replace('>Expert guidance<', '>Guidance<')
      .replace('aria-label="Main"', 'lang="en"')
    await route.fulfill({ response: answer, body })
  })
  const told = page.waitForRequest('**/outcomes')
  const named = (name: string) => expect.stringMatching(new RegExp(`^<nav class=.* is rendered with ${name}$`))
  await hydrate(page, '/about', [named('no lang'), named('aria-label="Main"')])
  expect((await told).postDataJSON()).toMatchObject({ remote: 'mfe-static', outcome: 'recovered' })
  await expect.poll(() => problems.join()).toMatch(/mfe-static .* failed:.*\n\s+at h3 /)
  expectProblem(/mfe-static .* failed/)
})

/** Opens a page whose scripts do not come before `release`. */
async function openSlowly(path: string, options?: BrowserContextOptions) {
  const visitor = await open(options)
  const held: Route[] = []
  let isHeld = true
  await visitor.page.route(SCRIPT, (route) => (isHeld ? void held.push(route) : route.continue()))
  await visitor.page.goto(path, { waitUntil: 'commit' })
  await visitor.page.getByRole('heading', { level: 1 }).waitFor()
  return {
    ...visitor,
    async release() {
      isHeld = false
      await Promise.all(held.map((route) => route.continue()))
      await ownPart(visitor.page).waitFor()
    },
  }
}

it('keeps what was entered before the scripts came, and searches for that', async () => {
  const { page, release } = await openSlowly('/')
  const city = page.getByRole('combobox', { name: 'City' })
  await page.getByRole('radio', { name: 'Rent' }).check({ force: true })
  await page.getByLabel('Max price').fill('90000')
  await city.pressSequentially('Pun')
  await release()
  await page.keyboard.type('e')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('**/list?type=rent&city=Pune&minPrice=0&maxPrice=90000')
})

it('sends a form that was sent too early, and never in the address', async () => {
  const { page, release, expectProblem } = await openSlowly('/register')
  expectProblem(/400/)
  await page.getByLabel('Username').fill('x')
  await page.getByLabel('Password', { exact: true }).fill('not a password')
  await page.keyboard.press('Enter')
  await release()
  await page
    .getByRole('alert')
    .getByText(/^Username/)
    .waitFor()
  expect(new URL(page.url()).search).toBe('')
})

it('signs in at once, without waiting for scripts, and hydrates the page that says why not', async () => {
  const { page, context, release, expectProblem } = await openSlowly('/login?next=%2Fcontact')
  const credentials = { username: 'dev.plain', password: 'correct horse 77' }
  await context.request.post('/auth/register', { data: { ...credentials, email: 'dev@example.com' } })
  expectProblem(/401/)
  const send = async (password: string) => {
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.keyboard.press('Enter')
  }
  await page.getByLabel('Username').fill(credentials.username)
  await send('not the password')
  await page.getByRole('alert').getByText('Invalid Credentials!').waitFor()
  await release()
  expect(await page.getByLabel('Username').inputValue()).toBe(credentials.username)
  await send(credentials.password)
  await page.waitForURL('**/contact')
})

it('knows the picture that was swiped to before the scripts came', async () => {
  const { page, release } = await openSlowly(`/${await site.anyListing()}`, { viewport: PHONE })
  const pictures = page.getByRole('region', { name: 'Pictures' })
  await pictures.getByText('1 / 5', { exact: true }).waitFor()
  await pictures.getByRole('button').nth(2).scrollIntoViewIfNeeded()
  await release()
  await pictures.getByText('3 / 5', { exact: true }).waitFor()
})

it('carries out a press that came too early', async () => {
  const { page, release } = await openSlowly(`/${await site.anyListing()}`)
  await page.getByRole('button', { name: 'Save' }).first().click()
  const redirected = page.waitForURL('**/login?next=*')
  await Promise.all([release(), redirected])
})

it('loads the font once it can be used, and has it at once from then on', async () => {
  const { page } = await open()
  const held: Route[] = []
  await page.route(REMOTE, (route) => void held.push(route))
  // Not until it is loaded, which may wait for what is held.
  await page.goto('/list', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => held.length).toBeGreaterThan(0)
  expect(await page.evaluate(HAS_FONT)).toBe(false)
  await Promise.all(held.map((route) => route.continue()))
  await page.unroute(REMOTE)
  await expect.poll(() => page.evaluate(HAS_FONT)).toBe(true)
  await expect.poll(() => page.evaluate(`localStorage.getItem('${FONT_KEY}')`)).not.toBeNull()
  await page.route(SCRIPT, () => undefined)
  await page.goto('/about', { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expect.poll(() => page.evaluate(HAS_FONT)).toBe(true)
})

it('stays readable if the scripts of its remote are lost, until they come', async () => {
  const { page, expectProblem } = await open({ viewport: PHONE })
  expectProblem(/failed|Failed to load resource/)
  await page.route(REMOTE, (route) => route.abort())
  await page.goto('/list?city=Pune')
  const retry = page.getByRole('status').getByRole('button', { name: 'Try again' })
  await retry.waitFor()
  expect(await page.getByRole('article').count()).toBeGreaterThan(1)
  await expect.poll(() => page.evaluate(HAS_FONT)).toBe(true)
  await page.unroute(REMOTE)
  await retry.click()
  await ownPart(page).waitFor()
  expect(await retry.count()).toBe(0)
})

it.each([PHONE, LAPTOP])('offers nothing without scripts that needs them, at $width px', async (viewport) => {
  const { page, context } = await open({ javaScriptEnabled: false, viewport })
  const [home] = await (await context.request.get('/posts')).json()
  for (const path of ['/list', `/${home.id}`, '/login', '/chat']) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.evaluate(INVITING), path).toEqual([])
    expect(
      await page.locator('[class*=skeleton], [aria-label^="Map of"]').filter({ visible: true }).count(),
      path,
    ).toBe(0)
  }
})

it('can be searched, ordered, paged, opened and signed in to without any script', async () => {
  const { page, context } = await open({ javaScriptEnabled: false, viewport: PHONE })
  await page.goto('/')
  await page.getByRole('combobox', { name: 'City' }).fill('Pune')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Search results for Pune' }).waitFor()
  await page.getByLabel('Sort').selectOption('price_asc')
  await page.getByLabel('Max Price').fill('1 crore')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL(/sort=price_asc/)
  expect(await page.getByRole('article').count()).toBeGreaterThan(1)
  await page.goto('/list')
  await page.getByRole('link', { name: 'Next page' }).click()
  await page.waitForURL(/after=/)
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click()
  await page.waitForURL(/\/[0-9a-f]{24}$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await context.request.post('/auth/register', { data: { ...READER, email: 'ravi@example.com' } })
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Username').fill(READER.username)
  await page.getByLabel('Password', { exact: true }).fill(READER.password)
  await page.keyboard.press('Enter')
  await page.getByRole('banner').getByText(READER.username).waitFor()
})
