import { readPostFilters } from '@aangan/service-kit/post-filters'
import { expect, test } from 'vitest'
import type { SearchedPost } from './listing-row.ts'
import { distanceBetween } from './point.ts'
import { SearchIndex } from './search-index.ts'

const KOTHRUD = { lat: 18.5074, lng: 73.8077 }
const KM = 1_000 / distanceBetween({ lat: 18, lng: 73 }, { lat: 19, lng: 73 })

/** @param north of Kothrud, in kilometres */
function home(title: string, address: string, north: number, changes: Partial<SearchedPost> = {}): SearchedPost {
  return {
    id: Buffer.from(title.padEnd(12, '.')).toString('hex').slice(0, 24),
    rev: 1,
    status: 'live',
    createdAt: '2026-01-02T03:04:05.000Z',
    type: 'rent',
    property: 'house',
    bedroom: 2,
    price: 20_000,
    size: null,
    address,
    city: address.split(', ').at(-1) ?? '',
    latitude: String(KOTHRUD.lat + north * KM),
    longitude: String(KOTHRUD.lng),
    ...changes,
  }
}

const HOMES = [
  home('centre', 'Kothrud, Pune', 0),
  home('east', 'KOTHRUD, Poona', 1),
  home('west', 'Kothrud, Pune', -1),
  home('lost', 'Kothrud, Pune', 900),
  home('vague', 'Kothrud, Pune', 4, { approximate: true }),
  home('bavdhan', 'Bavdhan, Pune', 2.9),
  // In the corner: within 3 km to the north and to the east.
  home('corner', 'Erandwane, Pune', 2.5, { longitude: String(KOTHRUD.lng + 2.5 * KM) }),
  home('warje', 'Warje, Pune', -3.1),
  home('baner', 'Baner, Pune', 6.6, { type: 'buy' }),
  home('baner 2', 'Baner, Pune', 6.6),
  home('baner 3', 'Baner, Pune', 6.6, { approximate: true }),
  home('over there', 'Thergaon, Pimpri', 9.9),
  home('far', 'Chakan, Pune', 30),
  home('anywhere', 'Pune', 0.1, { approximate: true }),
]

function filled(homes: readonly SearchedPost[]): SearchIndex {
  const index = new SearchIndex()
  for (const one of homes) index.apply(one)
  return index
}

function search(index: SearchIndex, query: Record<string, string>): string[] {
  const filters = readPostFilters(query)
  const { ids, total } = index.page({ filters, boxes: null, sort: 'newest', limit: 500, after: null })
  expect(ids).toHaveLength(total)
  return titlesOf(ids)
}

function titlesOf(ids: string[]): string[] {
  return ids.map((id) => Buffer.from(id, 'hex').toString().replace(/\.+$/, '')).sort()
}

function nearby(index: SearchIndex, query: { city: string; [name: string]: string }): [string, number, number][] {
  const found = index.nearby({ ...readPostFilters(query), city: query.city })
  return found.map(({ place, count, distance }) => [place, count, distance])
}

test.each([
  // Approximate homes are found by their address only, homes with coordinates by these only.
  [{ city: 'Kothrud, Pune', within: '3' }, ['bavdhan', 'centre', 'east', 'vague', 'west']],
  [{ city: 'kothrud', within: '5' }, ['bavdhan', 'centre', 'corner', 'east', 'vague', 'warje', 'west']],
  [{ city: 'kothrud poona', within: '5', type: 'buy' }, []],
  [{ city: 'Kothrud, Pune', within: '7', type: 'buy' }, ['baner']],
  // Also in another city.
  [{ city: 'Baner, Pune', within: '4' }, ['baner', 'baner 2', 'baner 3', 'bavdhan', 'over there']],
  // Around the middle of a city, an approximate home may be anywhere.
  [{ city: 'Pune', within: '3' }, ['bavdhan', 'centre', 'corner', 'east']],
  [{ city: 'Nowhere', within: '10' }, []],
  [{ within: '3' }, titlesOf(HOMES.map(({ id }) => id))],
  [{ city: 'Kothrud, Pune', within: '' }, ['centre', 'east', 'lost', 'vague', 'west']],
])('%j finds %j', (query, expected) => {
  expect(search(filled(HOMES), query)).toEqual(expected)
})

test.each([
  [
    { city: 'Kothrud, Pune' },
    [
      ['Bavdhan, Pune', 1, 2_900],
      ['Warje, Pune', 1, 3_100],
      ['Erandwane, Pune', 1, 3_445],
      ['Baner, Pune', 3, 6_600],
      ['Thergaon, Pimpri', 1, 9_900],
    ],
  ],
  [{ city: 'Kothrud, Pune', type: 'buy', within: '3' }, [['Baner, Pune', 1, 6_600]]],
  [{ city: 'Chakan' }, []],
  [{ city: 'Nowhere' }, []],
])('near %j are %j', (query, expected) => {
  expect(nearby(filled(HOMES), query)).toEqual(expected)
})

test('of many places nearby the nearest with several homes are listed', () => {
  const homes = [1, 2, 3, 4, 5, 6, 7].flatMap((km) =>
    Array.from({ length: km % 2 === 0 ? 3 : 1 }, (_, at) => home(`${km}-${at}`, `Part ${km}, Pune`, km)),
  )
  const places = nearby(filled([home('here', 'Kothrud, Pune', 0), ...homes]), { city: 'Kothrud' })
  expect(places.map(([place, count]) => [place, count])).toEqual([
    ['Part 1, Pune', 1],
    ['Part 2, Pune', 3],
    ['Part 3, Pune', 1],
    ['Part 4, Pune', 3],
    ['Part 6, Pune', 3],
  ])
})

test('the centre follows the listings', () => {
  const index = filled(HOMES)
  const within = () => search(index, { city: 'Kothrud', within: '1' })
  expect(within()).toEqual(['centre', 'east', 'vague', 'west'])
  for (const [at, one] of HOMES.slice(0, 3).entries())
    index.apply({ ...one, rev: 2, latitude: String(KOTHRUD.lat + (20 + at) * KM) })
  expect(within()).toEqual(['centre', 'east', 'vague', 'west'])
  index.apply({ id: HOMES[1]?.id ?? '', rev: 3 })
  expect(within()).toEqual(['vague', 'west'])
})

test('a point that ten places share is none of theirs', () => {
  const shared = Array.from({ length: 10 }, (_, at) => home(`guess ${at}`, `Colony ${at}, Pune`, 0.5))
  const found = (count: number) => {
    const index = filled([home('centre', 'Kothrud, Pune', 0), ...shared.slice(0, count)])
    return [search(index, { city: 'Kothrud', within: '3' }).length, nearby(index, { city: 'Kothrud' }).length]
  }
  expect(found(9)).toEqual([10, 5])
  expect(found(10)).toEqual([1, 0])
  expect(search(filled(shared), { city: 'Colony 3', within: '3' })).toEqual(['guess 3'])
})
