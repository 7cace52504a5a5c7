import type { SimilarPost } from '@aangan/contracts/posts'
import { unbrokenTitle } from '@aangan/contracts/titles'
import { expect, it } from 'vitest'
import { hasFocus } from '../focus.ts'
import { useSite } from '../site.ts'
import { listingsOf } from './listing.ts'

const site = useSite()
const { open } = listingsOf(site)

it('the link of a listing can be copied', async () => {
  const { page, post } = await open(() => {}, { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.getByRole('button', { name: 'Share' }).click()
  await page.getByRole('status').getByText('Link copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${site.url()}/${post.id}`)
})

it('a similar home opens like any new page: announced, scrolled to the top, with the focus at its start', async () => {
  const { page, post } = await open()
  const similar = (await (await fetch(`${site.url()}/posts/${post.id}/similar`)).json()) as SimilarPost[]
  const titles = page.getByRole('region', { name: 'Similar homes nearby' }).getByRole('heading', { level: 3 })
  const announced = (title: string) => page.getByRole('status').getByText(title, { exact: true })
  const [next] = similar
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
  await titles.first().waitFor()
  expect(await titles.allTextContents()).toEqual(similar.map(({ title }) => unbrokenTitle(title)))
  for (const home of [next, post]) {
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
    await (home === post ? page.goBack() : titles.first().getByRole('link').click())
    await page.waitForURL(`**/${home?.id}`)
    await page.getByRole('heading', { name: home?.title, level: 1 }).waitFor()
    await expect.poll(() => page.title()).toContain(home?.title)
    await announced(await page.title()).waitFor({ state: 'attached' })
    expect(await hasFocus(page.getByRole('main'))).toBe(true)
    if (home === next) await expect.poll(() => page.evaluate('scrollY')).toBe(0)
  }
})
