import type { SimilarPost } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const site = useSite()
const { listings, firstOf, open } = listingsOf(site)

describe('similar homes nearby', () => {
  it('are of the same kind, each with its distance, the nearest first', async () => {
    const { page, post } = await open()
    const similar = (await (await fetch(`${site.url()}/posts/${post.id}/similar`)).json()) as SimilarPost[]
    expect(similar.length).toBeGreaterThan(0)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const row = page.getByRole('region', { name: 'Similar homes nearby' })
    await row.waitFor()
    expect(await row.getByRole('heading', { level: 3 }).allTextContents()).toEqual(similar.map(({ title }) => title))
    expect(await row.getByText(/^[\d.]+k?m away$/).count()).toBe(similar.length)
    for (const home of similar) expect(home.type).toBe(post.type)
  })

  it('are not spoken of where there are none', async () => {
    const { page, post } = await open()
    await page.route(`**/posts/${post.id}/similar`, (route) => route.fulfill({ json: [] }))
    const answered = page.waitForResponse(`**/posts/${post.id}/similar`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await answered
    expect(await page.getByText('Similar homes').count()).toBe(0)
  })
})

describe('homes seen in this browser', () => {
  const row = (page: Page) => page.getByRole('region', { name: 'Recently viewed' })

  async function seenOn(page: Page): Promise<string[]> {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await row(page).waitFor()
    return await row(page).getByRole('heading', { level: 3 }).allTextContents()
  }

  it('are shown newest first, without the present one, until they are cleared', async () => {
    const [first, second, third] = await listings('limit=3')
    const { page } = await site.visit('/about')
    for (const post of [first, second, third, second]) {
      await page.goto(`/${post?.id}`)
      // Noted once it is painted.
      const newest = () => page.evaluate<string>("JSON.parse(localStorage.getItem('recently-viewed') ?? '[]')[0]?.id")
      await expect.poll(newest).toBe(post?.id)
    }
    expect(await seenOn(page)).toEqual([third?.title, first?.title])
    await page.getByRole('button', { name: 'Clear recently viewed homes' }).click()
    await row(page).waitFor({ state: 'hidden' })
    await page.goto(`/${first?.id}`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await row(page).count()).toBe(0)
  })

  it.each([
    ['nonsense is stored', 'localStorage.setItem("recently-viewed", "{nonsense")'],
    [
      'the storage is forbidden',
      'for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError") } })',
    ],
    ['it is full', 'Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError") }'],
  ])('are no trouble when %s', async (_when, content) => {
    const post = await firstOf()
    const { page } = await site.visit('about:blank')
    await page.addInitScript({ content: `if (location.protocol !== 'about:') { ${content} }` })
    await page.goto(`/${post.id}`)
    await page.getByRole('heading', { name: post.title, level: 1 }).waitFor()
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await row(page).count()).toBe(0)
  })
})
