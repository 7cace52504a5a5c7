import { mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OUTCOMES_URL } from '@aangan/contracts/page'
import { VISIT_COOKIE } from '@aangan/contracts/services'
import { readHistory } from '@aangan/registry/releases/audit'
import { BUCKETS, firstBucket } from '@aangan/registry/releases/canaries'
import { changeChannels } from '@aangan/registry/releases/change'
import { readChannels } from '@aangan/registry/releases/channels'
import { type Publication, publishRelease } from '@aangan/registry/releases/publish'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { watchForErrors } from '../error-watch.ts'
import { useOwnSite } from '../site.ts'
import { makeNextRelease } from './next-release.ts'
import { bootOf } from './visits.ts'

// Each visit is another person's.
const site = useOwnSite({ TRUST_PROXY: '1' }, { pictures: false })

const SHARE = 0.1
const PAGES_OPEN = 2
/** Every third visitor gets the canary, not every tenth: five of them must meet it. */
const EVERY = 3
const ENOUGH_VISITS = 60

const releases = () => join(site.dataDir(), 'releases')

async function publish(name: string, next: Omit<Parameters<typeof makeNextRelease>[1], 'part'>, to: Publication['to']) {
  const folder = await mkdtemp(join(tmpdir(), 'next-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const from = await makeNextRelease(folder, { part: join(ROOT, name), ...next })
  await publishRelease({ from, releasesDir: releases(), to })
}

it('listings as a canary of a tenth that throws goes back by itself while people browse, and nobody sees it', async () => {
  const home = await site.anyListing()
  const screens = [
    ['/list', (page: Page) => page.locator('main article').first()],
    [`/${home}`, (page: Page) => page.getByRole('heading', { level: 1 })],
  ] as const
  await publish('mfe-listings', { version: '1.1.0', texts: {}, breaks: 'mounted' }, { share: SHARE })
  const canary = async () => (await readChannels(releases(), 'mfe-listings'))?.canary
  expect(await canary()).toMatchObject({ version: '1.1.0', share: SHARE })

  const inCanary = firstBucket('mfe-listings@1.1.0')
  let people = 0
  let met = 0
  async function browse(): Promise<void> {
    const { page, context, expectProblem } = await site.visit('about:blank')
    expectProblem(/broke at once|1\.1\.0 failed/)
    await page.addInitScript({ content: 'sessionStorage.clear()' })
    const expectNoError = await watchForErrors(page)
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
      await expectNoError()
      const { canaries, remotes } = await bootOf(page)
      if (!canaries) break
      await reported
      if (remotes['mfe-listings']?.version === '1.1.0') met += 1
      await expectNoError()
    }
  }
  await Promise.all(Array.from({ length: PAGES_OPEN }, browse))
  expect(await canary()).toBeUndefined()
  expect(met).toBeGreaterThan(0)
  const last = (await readHistory(releases(), 'mfe-listings')).at(-1)
  expect(last).toMatchObject({ by: 'registry', action: 'rollback', version: '1.1.0', channel: 'canary' })
  expect(last?.why).toMatch(/^failed for \d+ of \d+ addresses; stable 0 of \d+$/)
})

it('a release and its rollback count for the very next page', async () => {
  const { page } = await site.visit(`/${await site.anyListing()}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true }).first().waitFor()
  await button('Send a Message')
  await publish('mfe-listings', { version: '1.2.0', texts: { 'Send a Message': 'Write to them' } }, 'stable')
  await page.reload()
  await button('Write to them')
  await changeChannels(releases(), 'mfe-listings', { action: 'rollback' }, { by: 'Asha' })
  await page.reload()
  await button('Send a Message')
})

it('without the files of the chat remote all else works, and once they are back its parts come with a retry', async () => {
  const listing = await site.anyListing()
  const { page, context, expectProblem } = await site.visit('/about')
  // The files are missing; whatever else fails is a problem.
  expectProblem(/mfe-chat|status of 404/)
  const account = { username: 'asha.rao', password: 'correct horse' }
  await page.request.post('/auth/register', { data: { ...account, email: 'asha.rao@example.com' } })
  expect((await page.request.post('/auth/login', { data: account })).status()).toBe(200)
  const putBack = await removeFiles('mfe-chat')

  await page.goto('/list?city=Pune')
  await page.getByRole('article').first().waitFor()
  const [profile, chats] = [await context.newPage(), await context.newPage()]
  await page.goto(`/${listing}`)
  await page.getByRole('button', { name: 'Send a Message' }).first().click()
  await profile.goto('/profile')
  await profile.getByRole('heading', { level: 1 }).first().waitFor()
  await chats.goto('/chat')
  const parts = [page.locator('main'), profile.getByRole('region', { name: 'Messages' }), chats.locator('main')]
  const retries = parts.map((part) => part.getByRole('button', { name: 'Try again' }))
  for (const retry of retries) await retry.waitFor()
  // Where it was asked for, and not in the way.
  const { y = Number.NaN, height = 0 } = (await retries[0]?.boundingBox()) ?? {}
  expect([y >= 0, y + height <= (page.viewportSize()?.height ?? 0)]).toEqual([true, true])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Send a Message' }).first().click()
  await retries[0]?.waitFor()

  await putBack()
  for (const retry of retries) await retry.click()
  await page.getByPlaceholder('Type your message here...').waitFor()
  await profile.getByRole('region', { name: 'Messages' }).getByText('No messages yet').waitFor()
  await chats.getByRole('heading', { level: 1, name: 'Messages' }).waitFor()
})

/** Deletes the files of a live release, whose channel goes on naming it. Returns what puts them back. */
async function removeFiles(name: string): Promise<() => Promise<void>> {
  const version = (await readChannels(releases(), name))?.stable ?? ''
  const folder = join(releases(), name, version)
  const away = await mkdtemp(join(site.dataDir(), 'away-'))
  const move = async (from: string, to: string) => {
    for (const file of await readdir(from)) await rename(join(from, file), join(to, file))
  }
  await move(folder, away)
  return () => move(away, folder)
}
