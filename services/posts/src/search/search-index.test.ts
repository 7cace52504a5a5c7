import { POST_TYPES, PROPERTIES, type Sort } from '@aangan/contracts/post-constants'
import { readPostFilters } from '@aangan/service-kit/post-filters'
import { expect, test } from 'vitest'
import { randomFrom } from '../testing/random-listings.ts'
import { CAPACITY } from './block.ts'
import type { SearchedPost } from './listing-row.ts'
import type { Change } from './search.ts'
import { SearchIndex } from './search-index.ts'

const ANY = readPostFilters({})

/** Ids that differ only in their last digits: the worst case for a hash table. */
function idOf(number: number): string {
  return number.toString(16).padStart(24, '0')
}

function post(number: number, changes: Partial<SearchedPost> = {}): SearchedPost {
  return {
    id: idOf(number),
    rev: 1,
    status: 'live',
    createdAt: new Date(1_700_000_000_000 + number * 60_000).toISOString(),
    type: 'buy',
    property: 'house',
    bedroom: 2,
    price: 1_000 + number,
    size: null,
    address: 'Kothrud, Pune',
    city: 'Pune',
    latitude: '18.5',
    longitude: '73.8',
    ...changes,
  }
}

function all(index: SearchIndex): { ids: string[]; total: number } {
  const { ids, total } = index.page({ filters: ANY, boxes: null, sort: 'newest', limit: 1_000_000, after: null })
  return { ids, total }
}

test('changes in any order, repeated, converge on the latest of each listing', () => {
  const random = randomFrom(11)
  const below = (count: number) => Math.floor(random() * count)
  const changes: Change[] = []
  const last = new Map<string, Change>()
  for (let made = 0; made < 20_000; made += 1) {
    const id = below(4_000)
    const rev = (last.get(idOf(id))?.rev ?? 0) + 1
    const changed = post(id, {
      rev,
      type: POST_TYPES[below(2)] ?? 'buy',
      property: PROPERTIES[below(4)] ?? 'land',
      status: random() < 0.8 ? 'live' : 'taken',
      latitude: String(8 + 25 * random()),
      longitude: String(70 + 20 * random()),
      city: `Town ${below(40)}`,
    })
    const change = random() < 0.9 ? changed : { id: changed.id, rev }
    last.set(change.id, change)
    changes.push(change, ...(random() < 0.1 ? [change] : []))
  }
  const index = new SearchIndex()
  for (const change of changes.sort(() => random() - 0.5)) index.apply(change)

  const live = [...last.values()].filter(
    (change): change is SearchedPost => 'status' in change && change.status === 'live',
  )
  const newest = live.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ id }) => id)
  expect(all(index)).toEqual({ ids: newest, total: live.length })
  expect(index.count).toBe(live.length)
  for (const city of ['Town 3', 'Town 39', 'Town 40']) {
    const found = index.page({ filters: { ...ANY, city }, boxes: null, sort: 'price_asc', limit: 10_000, after: null })
    expect(found.ids.sort()).toEqual(
      live
        .filter((one) => one.city === city)
        .map(({ id }) => id)
        .sort(),
    )
  }
  const counts = new Map(index.cities(null).map(({ city, count }) => [city, count]))
  expect(counts.get('Town 3')).toBe(live.filter(({ city }) => city === 'Town 3').length)
})

test('one point holds any number of listings, and blocks are at least half full', () => {
  const index = new SearchIndex()
  const [same, around] = [5 * CAPACITY + 7, 20 * CAPACITY]
  const random = randomFrom(12)
  for (let number = 0; number < same; number += 1) index.apply(post(number))
  for (let number = same; number < same + around; number += 1) {
    index.apply(post(number, { latitude: String(8 + 25 * random()), longitude: String(70 + 20 * random()) }))
  }
  const point = { west: 73.8, south: 18.5, east: 73.8, north: 18.5 }
  expect(index.page({ filters: ANY, boxes: [point], sort: 'newest', limit: 1, after: null }).total).toBe(same)
  expect(index.blocks.all.length).toBeLessThan((2 * (same + around)) / CAPACITY)
  for (let number = 0; number < same + around; number += 1) index.apply({ id: idOf(number), rev: 2 })
  expect(all(index)).toEqual({ ids: [], total: 0 })
})

test('the room of removed listings at a crowded point is used again', () => {
  const index = new SearchIndex()
  const crowd = 3 * CAPACITY
  for (let number = 0; number < 20 * CAPACITY; number += 1) {
    index.apply(post(number))
    if (number >= crowd) index.apply({ id: idOf(number - crowd), rev: 2 })
  }
  expect(index.count).toBe(crowd)
  expect(index.blocks.all.length).toBeLessThan(10)
})

test('a moved listing is found at its new place, and stale changes are ignored', () => {
  const index = new SearchIndex()
  index.apply(post(1))
  index.apply(post(1, { rev: 3, city: 'Mumbai', address: 'Bandra, Mumbai', latitude: '19', longitude: '72.8' }))
  index.apply(post(1, { rev: 2, city: 'Delhi', address: 'Dwarka, Delhi' }))
  const inCity = (city: string) =>
    index.page({ filters: { ...ANY, city }, boxes: null, sort: 'newest', limit: 9, after: null }).total
  expect(['Pune', 'Mumbai', 'Bandra', 'Bandra, Bombay', 'Delhi'].map(inCity)).toEqual([0, 1, 1, 1, 0])
})

test('the days filter is exact to the minute', () => {
  const index = new SearchIndex()
  const minutesAgo = [1, 60, 24 * 60 - 1, 24 * 60 + 1, 7 * 24 * 60 - 1, 7 * 24 * 60 + 1]
  for (const [number, minutes] of minutesAgo.entries()) {
    index.apply(post(number, { createdAt: new Date(Date.now() - minutes * 60_000).toISOString() }))
  }
  const within = (days: number) =>
    index.page({ filters: { ...ANY, days }, boxes: null, sort: 'newest', limit: 9, after: null }).total
  expect([1, 7, 30].map(within)).toEqual([3, 5, 6])
})

test('absent and null furnishing are the same kind', () => {
  const index = new SearchIndex()
  index.apply(post(1))
  index.apply(post(2, { furnishing: null }))
  index.apply(post(3, { furnishing: 'furnished' }))
  expect(index.catalogs.kinds.entries.map(({ furnishing }) => furnishing)).toEqual([null, 'furnished'])
})

test('a removed listing that comes back in the same place counts once', () => {
  const index = new SearchIndex()
  index.apply(post(1))
  index.apply({ id: idOf(1), rev: 2 })
  expect(all(index)).toEqual({ ids: [], total: 0 })
  index.apply(post(1, { rev: 3 }))
  expect(all(index)).toEqual({ ids: [idOf(1)], total: 1 })
  expect(index.count).toBe(1)
  expect(index.cities(null)).toMatchObject([{ city: 'Pune', count: 1 }])
})

test('a page says where it ends, unless it is the last', () => {
  const index = new SearchIndex()
  for (const number of [1, 2, 3]) index.apply(post(number))
  const page = (sort: Sort, limit: number) => index.page({ filters: ANY, boxes: null, sort, limit, after: null })
  expect(page('price_desc', 2)).toEqual({ ids: [idOf(3), idOf(2)], total: 3, end: { value: 1_002, id: idOf(2) } })
  expect(page('newest', 2).end).toEqual({ value: post(2).createdAt, id: idOf(2) })
  expect(page('price_asc', 3)).toMatchObject({ total: 3, end: null })
})

test('a search in words is completed with places that have such homes', () => {
  const index = new SearchIndex()
  index.apply(post(1, { bedroom: 2, address: 'Kothrud, Pune' }))
  index.apply(post(2, { bedroom: 3, address: 'Koregaon Park, Pune' }))
  const suggested = (q: string) => index.suggest(q, 5).map(({ place }) => place)
  expect(suggested('2bhk in ko')).toEqual(['2bhk in Kothrud, Pune'])
  expect(suggested('5bhk in ko')).toEqual(['5bhk in Koregaon Park, Pune', '5bhk in Kothrud, Pune'])
})
