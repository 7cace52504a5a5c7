import type { Post } from '@aangan/contracts/posts'
import { expect, onTestFinished, test } from 'vitest'
import { type ListingDoc, newListing } from '../listing.ts'
import { readSearch } from '../rules.ts'
import { createCells } from '../tallies/cell-store.ts'
import type { MarkDoc } from '../tallies/marks.ts'
import { facts } from '../testing/facts.ts'
import { startPosts } from '../testing/start.ts'
import { planOf } from './plan.ts'

/** Two neighbourhoods of one cell of the map, whatever its size, and the box around the eastern one. */
const WEST = { latitude: '18.5', longitude: '73.801' }
const EAST = { latitude: '18.5', longitude: '73.804' }
const AROUND_EAST = '73.8035,18.4,73.9,18.6'

function homes(count: number, price: number, place: typeof WEST, from: number): ListingDoc[] {
  return Array.from({ length: count }, (_, at) =>
    newListing(facts({ ...place, price: price + at }), {
      id: (from + at).toString(16).padStart(24, '0'),
      owner: 'a'.repeat(24),
      now: new Date(0),
    }),
  )
}

test('where all the cheap ones lie beside the area, the page comes of a later round', async () => {
  const service = await startPosts()
  onTestFinished(() => service.close())
  await service.posts.add([...homes(300, 101_000, WEST, 0), ...homes(20, 210_000, EAST, 1_000)])
  await service.settled()
  const query = { bbox: AROUND_EAST, sort: 'price_asc', limit: '3' }
  const search = readSearch(query)
  const plan = await planOf(createCells(service.store), search, search.boxes?.[0] ?? null)
  expect(plan).toMatchObject({ way: 'cells', rounds: [[{ tallies: ['ba2.91'] }], [{ tallies: ['ba2.95'] }]] })
  const answer = await service.get(`/posts?${new URLSearchParams(query)}`)
  expect(answer.json<Post[]>().map(({ price }) => price)).toEqual(Array.from({ length: 3 }, (_, at) => 210_000 + at))
  expect(answer.headers['x-total-count']).toBe('20')
})

test('the first listing of a city is found before it is counted', async () => {
  const service = await startPosts()
  onTestFinished(() => service.close())
  await service.settled()
  const [home] = homes(1, 100_000, EAST, 0)
  if (!home) throw new Error('There is no home.')
  const at = '9999-01-01T00:00:00.000Z'
  const marks = service.store.collection<MarkDoc>('tallyMarks')
  await marks.insertOne({ _id: 'a writer at work', state: 'planned', at, cells: [], places: [], listings: [home._id] })
  await service.store.collection<ListingDoc>('listings').insertOne(home)
  for (const query of [`city=${home.city}`, `bbox=${AROUND_EAST}`, 'bedroom=2&sort=price_desc']) {
    const answer = await service.get(`/posts?${query}`)
    expect(answer.json<Post[]>().map(({ id }) => id)).toEqual([home._id])
    expect(answer.headers['x-total-count']).toBe('1')
  }
  expect((await service.get('/posts?type=rent')).json()).toEqual([])
})
