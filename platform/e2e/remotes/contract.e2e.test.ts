import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { RemoteManifest } from '@aangan/contracts/manifest'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useStarted } from '../browser.ts'
import type { Visitor } from '../visitor.ts'
import { goTo as goToOn, useRemotesSite } from './visits.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FOLDERS = readdirSync(ROOT).filter((name) => existsSync(join(ROOT, name, 'manifest.json')))
const MANIFESTS = FOLDERS.map(
  (name) => JSON.parse(readFileSync(join(ROOT, name, 'manifest.json'), 'utf8')) as RemoteManifest,
)
const FAILED = 'Unexpected Application Error!'
const ASHA = 'a'.repeat(24)

const site = useRemotesSite({ folders: FOLDERS, people: { [ASHA]: 'asha' } })
/** One for all remotes, whose pages are opened anew: a visitor costs more than what a test does. */
const shared = useStarted(
  () => site.visitor(),
  async ({ close }) => void (await close()),
)
let visitor: Visitor
let page: Page

function begin(next: Visitor): void {
  visitor = next
  // Most services are not running; only policy violations fail the test.
  visitor.expectProblem(/^(?!violates)/)
  page = visitor.page
}

async function signIn(id: string): Promise<void> {
  await visitor.context.addCookies([{ ...(await site.signIn(id)), url: site.url() }])
}

const goTo = (path: string) => goToOn(page, path)

/** Navigates to a page without a remote. */
async function leave(): Promise<void> {
  await goTo('/nowhere')
  await page.getByRole('heading', { level: 1, name: '404 Not Found' }).waitFor()
}

async function expectFailed(name = FAILED): Promise<void> {
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

/** Waits until a remote shows something in its slot, the first element in `main`, beside that of its fallback. */
async function expectShown(): Promise<void> {
  const isShown = () =>
    page.evaluate(`(() => {
      const [place, fallback] = document.querySelector('main').children
      return fallback?.childElementCount === 0 && place.childElementCount > 0
    })()`)
  await expect.poll(isShown).toBe(true)
}

/** Listeners on window and document, and elements outside of the page: everything a remote could leak there. */
async function traces(): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page)
  const types: string[] = []
  for (const expression of ['window', 'document']) {
    const { result } = await devtools.send('Runtime.evaluate', { expression })
    const { listeners } = await devtools.send('DOMDebugger.getEventListeners', { objectId: result.objectId ?? '' })
    types.push(...listeners.map(({ type }) => `${expression} ${type}`))
  }
  await devtools.detach()
  return [
    ...types,
    ...(await page.evaluate<string[]>('[...document.body.children].map(({ localName }) => localName)')),
  ].sort()
}

describe.each(MANIFESTS)('$name', ({ name, routes }) => {
  beforeEach(async () => {
    begin(shared())
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.context.clearCookies()
  })
  afterEach(async () => expect(await shared().settle()).toEqual([]))

  const paths = routes.map(({ path }) => path.replaceAll(/\{\w+\}/g, '0'.repeat(24)))

  it('shows each of its routes, and leaks nothing on unmount', async () => {
    await signIn(ASHA)
    await page.goto('/nowhere')
    const visit = async () => {
      for (const path of paths) {
        await goTo(path)
        await expectShown()
        // Signed-in people are redirected from /login.
        await expect.poll(() => new URL(page.url()).pathname).toBe(path === '/login' ? '/' : path)
        await leave()
      }
      return await traces()
    }
    // One-time setup is no leak, and chunks that load on demand may come after a visit; growth at every visit is.
    let left = await visit()
    let before: string[]
    let visits = 1
    do {
      before = left
      left = await visit()
      visits += 1
    } while (visits < 4 && !isDeepStrictEqual(left, before))
    expect(left).toEqual(before)
  })

  it('is replaced by an error if it fails to load or never loads', async () => {
    await page.route(`**/r/${name}/**`, (route) => route.abort())
    await page.goto(paths[0] ?? '/')
    await expectFailed('The site cannot be reached')
    await page.unroute(`**/r/${name}/**`)
    await page.route(`**/r/${name}/**`, () => new Promise(() => undefined))
    await page.goto(paths[0] ?? '/', { waitUntil: 'commit' })
    await expectFailed()
  })
})

describe('who is signed in', () => {
  beforeEach(async () => begin(await site.visitor()))
  afterEach(async () => expect(await visitor.close()).toEqual([]))

  const account = () => page.getByRole('link', { name: 'Sign in' })

  it('is known from the first paint: a protected page is shown without a sign-in prompt', async () => {
    await signIn(ASHA)
    await visitor.context.addInitScript({
      content: `new MutationObserver(() => {
        if (document.querySelector('a[href="/login"]')) globalThis.flashed = true
      }).observe(document, { childList: true, subtree: true })`,
    })
    await page.route('**/users/notification', (route) => route.fulfill({ json: 3 }))
    await page.goto('/profile')
    await page.getByRole('banner').getByText('asha').waitFor()
    await page.getByRole('link', { name: 'Profile 3 unread chats' }).waitFor()
    await expectShown()
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(await page.evaluate('globalThis.flashed')).toBeUndefined()
    expect(await page.evaluate('JSON.parse(localStorage.getItem("user")).username')).toBe('asha')
  })

  it('is a visitor, who must sign in for a protected page, and Back skips the sign-in page', async () => {
    await page.goto('/nowhere')
    await goTo('/profile?tab=saved')
    await expect.poll(() => page.url()).toContain('/login?next=%2Fprofile%3Ftab%3Dsaved')
    await account().waitFor()
    await page.goBack()
    await page.getByRole('heading', { name: '404 Not Found' }).waitFor()
  })

  it('may take a while to be known, without a redirect meanwhile', async () => {
    const ravi = 'b'.repeat(24)
    await signIn(ravi)
    await page.goto('/profile')
    await expectFailed()
    expect(new URL(page.url()).pathname).toBe('/profile')
    expect(await account().count()).toBe(0)
    // The page also retries by itself: no response may replace the button before it is pressed.
    let press = () => {}
    const pressed = new Promise<void>((resolve) => {
      press = resolve
    })
    await page.route('**/users/session', (route) => pressed.then(() => route.continue()))
    await site.addUser(ravi, 'ravi')
    await page.getByRole('button', { name: 'Try again' }).click()
    press()
    await page.getByRole('banner').getByText('ravi').waitFor()
    await expectShown()
  })

  it('changes in every tab, and in a page restored from the back/forward cache', async () => {
    await signIn(ASHA)
    const other = await visitor.context.newPage()
    for (const tab of [page, other]) {
      await tab.goto('/login')
      await tab.getByRole('banner').getByText('asha').waitFor()
    }
    await visitor.context.clearCookies()
    await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))')
    await account().waitFor()
    await other.getByRole('link', { name: 'Sign in' }).waitFor()
    expect(await other.evaluate('localStorage.getItem("user")')).toBe('null')
  })
})
