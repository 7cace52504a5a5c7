import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OUTCOMES_URL, type PageBoot } from '@aangan/contracts/page'
import { VISIT_COOKIE } from '@aangan/contracts/services'
import { readHistory } from '@aangan/registry/releases/audit'
import { BUCKETS, firstBucket } from '@aangan/registry/releases/canaries'
import { changeChannels } from '@aangan/registry/releases/change'
import { readChannels } from '@aangan/registry/releases/channels'
import { type Publication, publishRelease } from '@aangan/registry/releases/publish'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { useOwnSite } from '../site.ts'
import { makeNextRelease } from './next-release.ts'

// Each visit is another person's.
const site = useOwnSite({ TRUST_PROXY: '1' })
const ROOT = join(import.meta.dirname, '../../..')
const BY = { by: 'Asha' }
const SHARE = 0.1
const PAGES_OPEN = 2
/** Every third visitor gets the canary, not every tenth: five of them must meet it. */
const EVERY = 3
const ENOUGH_VISITS = 60

const releasesDir = () => join(site.dataDir(), 'releases')

async function publish(name: string, next: Omit<Parameters<typeof makeNextRelease>[1], 'part'>, to: Publication['to']) {
  const folder = await mkdtemp(join(tmpdir(), 'next-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const from = await makeNextRelease(folder, { part: join(ROOT, name), ...next })
  await publishRelease({ from, releasesDir: releasesDir(), to })
}

async function bootOf(page: Page): Promise<PageBoot> {
  return JSON.parse((await page.locator('#boot').textContent()) ?? 'null')
}

/** Notes if a page shows an error at any moment. */
const WATCH = `new MutationObserver(() => {
  if (document.querySelector('main [role=alert]')) self.showedError = true
}).observe(document, { childList: true, subtree: true })`

it('listings as a canary of a tenth that throws goes back by itself while people browse, and nobody sees it', async () => {
  const home = await site.anyListing()
  const screens = [
    ['/list', (page: Page) => page.locator('main article').first()],
    [`/${home}`, (page: Page) => page.getByRole('heading', { level: 1 })],
  ] as const
  await publish('mfe-listings', { version: '1.1.0', texts: {}, breaks: 'mounted' }, { share: SHARE })
  const canary = async () => (await readChannels(releasesDir(), 'mfe-listings'))?.canary
  expect(await canary()).toMatchObject({ version: '1.1.0', share: SHARE })

  const inCanary = firstBucket('mfe-listings@1.1.0')
  const versions = new Map<string | undefined, number>()
  let people = 0
  async function browse(): Promise<void> {
    const { page, context, expectProblem } = await site.visit('about:blank')
    expectProblem(/broke at once|1\.1\.0 failed/)
    await page.addInitScript({ content: `sessionStorage.clear();${WATCH}` })
    while (people < ENOUGH_VISITS && (await canary())) {
      const person = people++
      await context.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${person}` })
      const value = String(Math.floor(inCanary + (person % EVERY) * (BUCKETS / EVERY)) % BUCKETS)
      await context.addCookies([{ name: VISIT_COOKIE, value, url: site.url() }])
      const [path, shown] = screens[Math.floor(person / EVERY) % screens.length] ?? screens[0]
      const reported = page.waitForResponse((response) => response.url().endsWith(OUTCOMES_URL))
      // Of no interest once there is no canary.
      reported.catch(() => undefined)
      await page.goto(path)
      await shown(page).waitFor()
      if (!(await bootOf(page)).canaries) break
      await reported
      const { version } = (await bootOf(page)).remotes['mfe-listings'] ?? {}
      versions.set(version, (versions.get(version) ?? 0) + 1)
      expect(await page.evaluate('self.showedError')).toBeUndefined()
    }
  }
  await Promise.all(Array.from({ length: PAGES_OPEN }, browse))
  expect(await canary()).toBeUndefined()
  expect(versions.get('1.1.0')).toBeGreaterThan(0)
  const last = (await readHistory(releasesDir(), 'mfe-listings')).at(-1)
  expect(last).toMatchObject({ by: 'registry', action: 'rollback', version: '1.1.0', channel: 'canary' })
  expect(last?.why).toMatch(/^failed for \d+ of \d+ visitors; stable 0 of \d+$/)
})

it('a release and its rollback count for the very next page', async () => {
  const { page } = await site.visit(`/${await site.anyListing()}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first().waitFor()
  await button('Send a Message')
  await publish('mfe-listings', { version: '1.2.0', texts: { 'Send a Message': 'Write to them' } }, 'stable')
  await page.reload()
  await button('Write to them')
  await changeChannels(releasesDir(), 'mfe-listings', { action: 'rollback' }, BY)
  await page.reload()
  await button('Send a Message')
})

it('a screen of listings with a changed byte is not run: the release before is shown', async () => {
  const { page, expectProblem } = await site.visit('about:blank')
  expectProblem(/integrity|1\.3\.0 failed|Failed to load resource/)
  await publish('mfe-listings', { version: '1.3.0', texts: { 'Send a Message': 'Call them' } }, 'stable')
  const folder = join(releasesDir(), 'mfe-listings', '1.3.0')
  const changed = await Promise.all((await readdir(folder)).map((file) => tamper(join(folder, file))))
  expect(changed.filter(Boolean)).toHaveLength(1)
  await page.addInitScript({ content: WATCH })
  await page.goto(`/${await site.anyListing()}`)
  await page.getByRole('button', { name: 'Send a Message', exact: true }).first().waitFor()
  expect((await bootOf(page)).remotes['mfe-listings']?.version).toBe('1.3.0')
  expect(await page.evaluate('[self.tampered, self.showedError]')).toEqual([undefined, undefined])
  await changeChannels(releasesDir(), 'mfe-listings', { action: 'rollback' }, BY)
})

/** Changes a script that says "Call them", whose compressed copies go. */
async function tamper(path: string): Promise<boolean> {
  if (!path.endsWith('.js')) return false
  const text = await readFile(path, 'utf8')
  if (!text.includes('Call them')) return false
  await writeFile(path, `self.tampered=1;${text}`)
  for (const packed of ['.br', '.gz']) await rm(path + packed, { force: true })
  return true
}

it('without the files of chat the site works, and its fallback recovers on retry', async () => {
  const home = await site.anyListing()
  const { page, expectProblem } = await site.visit('/about')
  expectProblem(/Failed to load resource|Failed to fetch|mfe-chat|socket\.io/)
  const account = { username: 'meera.nair', password: 'correct horse' }
  const register = { ...account, email: 'meera.nair@example.com' }
  expect((await page.request.post('/auth/register', { data: register })).status()).toBe(201)
  expect((await page.request.post('/auth/login', { data: account })).status()).toBe(200)
  const folder = join(releasesDir(), 'mfe-chat')
  const kept = await mkdtemp(join(tmpdir(), 'chat-'))
  onTestFinished(() => rm(kept, { recursive: true, force: true }))
  await cp(folder, kept, { recursive: true })
  for (const file of await readdir(folder, { recursive: true }))
    if (/\.(js|css)(\.\w+)?$/.test(file)) await rm(join(folder, file))
  await page.goto('/list')
  await page.locator('main article').first().waitFor()
  await page.goto(`/${home}`)
  const send = page.getByRole('button', { name: 'Send a Message', exact: true }).first()
  await send.click()
  const lost = page.getByText('This part could not be loaded')
  await lost.waitFor()
  const { y = Number.NaN, height = 0 } = (await lost.boundingBox()) ?? {}
  const screen = page.viewportSize()
  expect([y >= 0, y + height <= (screen?.height ?? 0)]).toEqual([true, true])
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await lost.count()).toBe(0)
  await send.click()
  await lost.waitFor()
  await cp(kept, folder, { recursive: true })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('region', { name: /^Chat with/ }).waitFor()
})
