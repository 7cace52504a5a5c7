import type { PageBoot } from '@aangan/contracts/page'
import type { Post } from '@aangan/contracts/posts'
import { post } from '@aangan/contracts/testing/posts'
import { RemoteProvider } from '@aangan/remote/context'
import { SiteProvider } from '@aangan/remote/site'
import { openTestContext } from '@aangan/remote/testing/context'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ListingCard } from './listing-card.tsx'

const { context } = openTestContext()
const site = { currency: 'usd', locale: 'en-IN' } as PageBoot['site']

function textOf(changes: Partial<Post>): string {
  const card = createElement(ListingCard, { post: post(changes), sizes: '100vw' })
  const inSite = createElement(SiteProvider, { value: site }, card)
  const html = renderToStaticMarkup(createElement(RemoteProvider, { value: context }, inSite))
  return html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
}

it.each([
  [{ bedroom: 3, bathroom: 2 }, /3 bedroom · 2 bathroom · 1,100 sqft $/],
  [{ bedroom: 0, bathroom: 1 }, /Pune 1 bathroom · 1,100 sqft $/],
  [{ bedroom: 0, bathroom: 0, size: null }, /Pune $/],
  [{ property: 'land', bedroom: 3, bathroom: 2 }, /Pune 1,100 sqft $/],
] as const)('has no rooms that there are not: %o', (changes, text) => {
  expect(textOf(changes)).toMatch(text)
})

it('has no price until one is typed', () => {
  expect(textOf({ price: 0, type: 'rent' })).toMatch(/ The price Flat with a garden/)
  expect(textOf({ price: 9_000, type: 'rent' })).toMatch(/ \$ 9,000 \/ month Flat/)
})
