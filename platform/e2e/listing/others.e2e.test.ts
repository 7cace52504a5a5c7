import type { SimilarPost } from '@aangan/contracts/posts'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
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

  it('are come to like any new page: announced by name, from its top, with the focus at its start', async () => {
    const { page, post } = await open()
    const [next] = (await (await fetch(`${site.url()}/posts/${post.id}/similar`)).json()) as SimilarPost[]
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    const row = page.getByRole('region', { name: 'Similar homes nearby' })
    const announced = (title: string) => page.getByRole('status').getByText(title, { exact: true })
    for (const home of [next, post]) {
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await (home === post ? page.goBack() : row.getByRole('heading', { level: 3 }).first().getByRole('link').click())
      await page.waitForURL(`**/${home?.id}`)
      await page.getByRole('heading', { name: home?.title, level: 1 }).waitFor()
      await expect.poll(() => page.title()).toContain(home?.title)
      await announced(await page.title()).waitFor({ state: 'attached' })
      expect(await hasFocus(page.getByRole('main'))).toBe(true)
      if (home === next) await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    }
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
    await expect.poll(() => seenOn(page)).toEqual([third?.title, first?.title])
    await page.getByRole('button', { name: 'Clear recently viewed homes' }).click()
    await row(page).waitFor({ state: 'hidden' })
    await page.goto(`/${first?.id}`)
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await page.waitForLoadState('networkidle')
    expect(await row(page).count()).toBe(0)
  })

  it('are shown as they are now, in a place kept for them, without those that were removed', async () => {
    const [present, seen, sold] = await listings('limit=3')
    // As they were stored by earlier releases, with what has changed since.
    const stored = JSON.stringify([sold, seen].map((post) => ({ ...post, title: `Old: ${post?.title}`, price: 1 })))
    const visitor = await site.visit('about:blank')
    const { page } = visitor
    visitor.expectProblem(/404/)
    await page.addInitScript({
      content: `if (!sessionStorage.begun) localStorage.setItem('recently-viewed', ${JSON.stringify(stored)})
        sessionStorage.begun = 1`,
    })
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    await page.route(/\/posts\/[0-9a-f]{24}$/, async (route) => {
      asked.push(route.request().url().slice(-24))
      await held
      if (
        route
          .request()
          .url()
          .endsWith(sold?.id ?? '-')
      ) {
        return await route.fulfill({ status: 404, json: { code: 'NOT_FOUND', message: 'Post not found' } })
      }
      return await route.continue()
    })
    await page.goto(`/${present?.id}`)
    await page.getByRole('heading', { name: present?.title, level: 1 }).waitFor()
    expect(asked).toEqual([])
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await row(page).waitFor()
    expect(
      await row(page)
        .getByText(/Old: |\$ 1$/)
        .count(),
    ).toBe(0)
    const height = async () => (await row(page).boundingBox())?.height ?? 0
    const before = await height()
    release()
    await row(page).getByRole('heading', { name: seen?.title }).waitFor()
    await expect.poll(() => seenOn(page)).toEqual([seen?.title])
    expect(await row(page).getByText(/^\$ /).textContent()).toContain(seen?.price.toLocaleString())
    expect(Math.abs((await height()) - before)).toBeLessThan(40)
    expect(asked.toSorted()).toEqual([seen?.id, sold?.id].toSorted())
    await page.reload()
    await expect.poll(() => seenOn(page)).toEqual([seen?.title])
    expect(asked).toHaveLength(3)
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
