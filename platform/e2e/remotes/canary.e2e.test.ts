import { OUTCOMES_URL, type PageBoot } from '@aangan/contracts/page'
import { VISIT_COOKIE } from '@aangan/contracts/services'
import type { Request } from 'playwright-core'
import { expect, it } from 'vitest'
import { FIXTURES } from './fixtures.ts'
import { bootOf, useRemotesSite } from './visits.ts'

const site = useRemotesSite({ drafts: FIXTURES.filter(({ name }) => name === 'plain') })
const BROKEN = FIXTURES.find(({ name }) => name === 'mounting')
/** Half a round apart: with a share of a half, one of them gets the canary. */
const BUCKETS = [0, 5_000]
const ENOUGH_VISITS = 40

it('a canary that throws while it is mounted is rolled back by itself, and nothing is sent without one', async () => {
  const visitor = await site.visitor()
  visitor.expectProblem(/^(?!violates)/)
  const { page, context } = visitor
  // Each visit is another person's, whose tab has seen nothing fail yet.
  await page.addInitScript('sessionStorage.clear()')
  const sent: Request[] = []
  page.on('request', (request) => void (request.url().endsWith(OUTCOMES_URL) && sent.push(request)))

  async function visit(from: number): Promise<PageBoot> {
    const value = String(BUCKETS[from % BUCKETS.length])
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${from}` })
    await context.addCookies([{ name: VISIT_COOKIE, value, url: site.url() }])
    await page.goto('/plain')
    return await bootOf(page)
  }

  expect((await visit(0)).canaries).toBeUndefined()
  await page.getByRole('heading', { name: 'Plain is here' }).waitFor()
  const entry = BROKEN?.files?.['entry.js']?.replace('self.mounting', 'self.plain') ?? ''
  const [plain] = FIXTURES.filter(({ name }) => name === 'plain')
  if (!plain) throw new Error('There is no fixture named plain.')
  await site.publish({ ...plain, version: '2.0.0', files: { ...plain.files, 'entry.js': entry } }, { share: 0.5 })
  expect(sent).toEqual([])

  const seen = new Set<string | undefined>()
  let visits = 0
  for (; visits < ENOUGH_VISITS; visits += 1) {
    const answered = page.waitForResponse((response) => response.url().endsWith(OUTCOMES_URL))
    // Of no interest once there is no canary.
    answered.catch(() => undefined)
    const { canaries, remotes } = await visit(visits)
    if (!canaries) break
    seen.add(remotes.plain?.version)
    expect((await answered).status()).toBe(204)
  }
  expect([...seen].sort()).toEqual(['1.0.0', '2.0.0'])
  expect(visits).toBeLessThan(ENOUGH_VISITS)
  expect((await Promise.all(sent.map((request) => request.allHeaders()))).filter(({ cookie }) => cookie)).toEqual([])

  const before = sent.length
  for (const from of BUCKETS.keys()) {
    await visit(from)
    await page.getByRole('heading', { name: 'Plain is here' }).waitFor()
  }
  expect(sent.length).toBe(before)
  await visitor.close()
})
