import { mkdtemp, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { VISIT_COOKIE } from '@aangan/contracts/services'
import { readHistory } from '@aangan/registry/releases/audit'
import { BUCKETS, firstBucket } from '@aangan/registry/releases/canaries'
import { readChannels } from '@aangan/registry/releases/channels'
import { publishRelease } from '@aangan/registry/releases/publish'
import { expect, it } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { watchForErrors } from '../error-watch.ts'
import { useOwnSite } from '../site.ts'
import { makeNextRelease } from './next-release.ts'

/** Visitors of a test have addresses of their own. */
const site = useOwnSite({ TRUST_PROXY: '1' })
const releases = () => join(site.dataDir(), 'releases')

const LISTINGS = 'mfe-listings'
const NEXT = '1.1.0'
const SHARE = 0.1
/** Of the results and of a listing, while they are rendered. */
const BROKEN = '(()=>{throw new Error("broken in 1.1.0")})()'
const TEXTS = { 'children:"Search"': `children:${BROKEN}`, 'children:"Send a Message"': `children:${BROKEN}` }
const AT_ONCE = 3
const MOST_PEOPLE = 30

it('a canary that throws is rolled back by itself, and none of those who browse sees a broken page', async () => {
  const builds = await mkdtemp(join(site.dataDir(), 'builds-'))
  const from = await makeNextRelease(builds, { part: join(ROOT, LISTINGS), version: NEXT, texts: TEXTS })
  await publishRelease({ from, releasesDir: releases(), to: { share: SHARE } })
  const isLive = async () => (await readChannels(releases(), LISTINGS))?.canary?.version === NEXT
  const listing = await site.anyListing()

  const failed: string[] = []
  let people = 0
  while ((await isLive()) && people < MOST_PEOPLE) {
    const group = Array.from({ length: AT_ONCE }, () => browse({ person: people++, listing, failed }))
    await Promise.all(group)
  }
  const last = (await readHistory(releases(), LISTINGS)).at(-1)
  expect(last).toMatchObject({ by: 'registry', action: 'rollback', version: NEXT, channel: 'canary' })
  expect(last?.why).toMatch(/^failed for \d+ of \d+ visitors; stable 0 of \d+$/)
  expect(failed.length).toBeGreaterThanOrEqual(5)

  const before = failed.length
  await Promise.all([browse({ person: people++, listing, failed }), browse({ person: people++, listing, failed })])
  expect(failed.length).toBe(before)
})

const PASSWORD = 'correct horse'

it('without the files of the chat remote all else works, and once they are back its parts come with a retry', async () => {
  const listing = await site.anyListing()
  const { page, context, expectProblem } = await site.visit('/about')
  // The files are missing; whatever else fails is a problem.
  expectProblem(/mfe-chat|status of 404/)
  const account = { username: 'asha.rao', password: PASSWORD }
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

interface Visit {
  person: number
  listing: string
  /** Gets the pages on which the canary failed. */
  failed: string[]
}

/**
 * One person opens three pages, the first one by turns. One in ten would get the canary by chance: every other one has a
 * cookie with which chance has given it, and the others come without one, so that the registry draws.
 */
async function browse({ person, listing, failed }: Visit): Promise<void> {
  const extraHTTPHeaders = { 'x-forwarded-for': `203.0.113.${person}` }
  const visitor = await site.visit('about:blank', { extraHTTPHeaders })
  const { page, context } = visitor
  const value = String((firstBucket(`${LISTINGS}@${NEXT}`) + person) % BUCKETS)
  if (person % 2 === 0) await context.addCookies([{ name: VISIT_COOKIE, value, url: site.url() }])
  const expectNoError = await watchForErrors(page)
  const pages: [path: string, shown: () => Promise<void>][] = [
    ['/', () => page.getByRole('heading', { level: 1, name: 'Discover Your Perfect Home' }).waitFor()],
    ['/list', () => page.getByRole('article').first().waitFor()],
    [`/${listing}`, () => page.getByRole('button', { name: 'Send a Message' }).first().waitFor()],
  ]
  for (const each of pages.keys()) {
    const [path, shown] = pages[(each + (person >> 1)) % pages.length] ?? ['/', async () => undefined]
    await page.goto(path)
    await shown()
    await expectNoError()
    const problems = visitor.problems.filter((problem) => problem.includes(`${LISTINGS} ${NEXT} failed`))
    failed.push(...problems.map(() => path))
    visitor.expectProblem(/broken in 1\.1\.0/)
    expect(await visitor.settle()).toEqual([])
  }
  await context.close()
}
