import type { Post } from '@aangan/contracts/posts'
import { describe, expect, it } from 'vitest'
import { type ListingFacts, newListing } from './listing.ts'
import { facts } from './testing/facts.ts'
import { usePosts } from './testing/start.ts'

const KOTHRUD = 'Kothrud, Pune'

const HOMES: Record<string, Partial<ListingFacts>> = {
  'flat to rent': { type: 'rent', price: 28_000, address: `${KOTHRUD} 411038` },
  'dear flat to rent': { type: 'rent', price: 60_000, bedroom: 3, address: KOTHRUD },
  'flat for sale': { price: 6_000_000, address: KOTHRUD, furnishing: 'furnished' },
  villa: { property: 'house', price: 20_000_000, bedroom: 4, size: 3_000, address: `Baner, Pune 411045` },
  plot: { property: 'land', price: 3_000_000, bedroom: 0, bathroom: 0, city: 'Jaipur', address: 'Mansarovar, Jaipur' },
  'in a road with a name': { price: 5_000_000, bedroom: 1, address: 'Rest House Road, Pune' },
}

const listings = Object.entries(HOMES).map(([title, changes], at) =>
  newListing(facts({ title, ...changes }), {
    id: `${at}`.padStart(24, '0'),
    owner: 'f'.repeat(24),
    now: new Date(Date.UTC(2026, 0, 1, at)),
  }),
)
const service = usePosts(async () => ({ listings }))

async function search(query: Record<string, string>) {
  const answer = await service().get(`/posts?${new URLSearchParams(query)}`)
  expect(answer.statusCode, answer.body).toBe(200)
  const [, meant = null] = String(answer.headers['content-location'] ?? '').split('?')
  const titles = answer.json<Post[]>().map(({ title }) => title)
  return { titles, meant: meant && Object.fromEntries(new URLSearchParams(meant)), headers: answer.headers }
}

describe('the text of a search', () => {
  it.each([
    [
      '2bhk in Kothrud under 30k',
      ['flat to rent'],
      { city: 'Kothrud, Pune', bedroom: '2', maxPrice: '30000', type: 'rent' },
    ],
    ['3+ bhk pune', ['villa', 'dear flat to rent'], { city: 'pune', bedroom: '3+' }],
    ['pune kothrud flat for sale', ['flat for sale'], { city: 'Kothrud, Pune', property: 'apartment', type: 'buy' }],
    ['plots in jaipur below 40 lacs', ['plot'], { city: 'jaipur', property: 'land', maxPrice: '4000000', type: 'buy' }],
    ['villa 2500 sqft Baner Pune', ['villa'], { city: 'Baner, Pune', property: 'house', minSize: '2500' }],
    ['furnished 2bhk 411038', ['flat for sale'], { city: '411038', bedroom: '2', furnishing: 'furnished' }],
    ['2bhk Pune 411038', ['flat for sale', 'flat to rent'], { city: '411038, Pune', bedroom: '2' }],
    ['1 bhk Rest House Road', ['in a road with a name'], { city: 'Rest House Road, Pune', bedroom: '1' }],
    ['plots in India', ['plot'], { property: 'land' }],
    ['Pune, 4bhk', ['villa'], { city: 'Pune', bedroom: '4' }],
    ['जयपुर', ['plot'], { city: 'Jaipur' }],
    ['homes in Jaipur, Rajasthan', ['plot'], { city: 'Jaipur' }],
    ['2bhk sea view Pune', ['flat for sale', 'flat to rent'], { city: 'Pune', bedroom: '2' }],
    // A place in the spelling of its listings
    ['kothrud pune', ['flat for sale', 'dear flat to rent', 'flat to rent'], { city: 'Kothrud, Pune' }],
    ['rest house rd', ['in a road with a name'], { city: 'Rest House Road, Pune' }],
  ])('%s', async (city, titles, meant) => {
    expect(await search({ city })).toMatchObject({ titles, meant })
  })

  it.each(['Pune', 'poona', 'Rest House Road, Pune', 'Kothrud, Pune', 'Nowhere', 'Banglaore', 'Hill Road'])(
    '%s means just that',
    async (city) => expect((await search({ city })).meant).toBe(null),
  )

  it('replaces other filters by what the text says, and keeps the rest', async () => {
    const query = { city: 'flat for rent in Pune under 30k', type: 'buy', minPrice: '4500000', bedroom: '2' }
    const meant = { city: 'Pune', type: 'rent', property: 'apartment', maxPrice: '30000', bedroom: '2' }
    expect(await search({ ...query, sort: 'price_asc', limit: '5' })).toMatchObject({
      titles: ['flat to rent'],
      meant: { ...meant, sort: 'price_asc', limit: '5' },
    })
  })

  it('pages through what was understood', async () => {
    const { headers } = await search({ city: 'homes for rent in Pune', limit: '1' })
    expect(headers['x-total-count']).toBe('2')
    expect(headers.link).toMatch(/^<\/posts\?city=Pune&type=rent&limit=1&after=[^>]+>; rel="next"$/)
  })

  it('is understood the same way on the map and by saved searches', async () => {
    const query = new URLSearchParams({ city: 'flat for rent in Pune' })
    const map = await service().get(`/posts/map?${query}&zoom=5&bbox=68,6,98,37`)
    expect(map.json<{ count?: number }[]>().reduce((sum, { count = 1 }) => sum + count, 0)).toBe(2)
    const ask = { search: query.toString(), since: '2020-01-01T00:00:00.000Z', limit: 10 }
    expect(await service().bus.request('posts.find-new', ask, { timeoutMs: 5_000 })).toMatchObject({ total: 2 })
  })
})
