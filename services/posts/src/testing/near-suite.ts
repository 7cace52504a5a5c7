import type { NearbyPlace, Post } from '@aangan/contracts/posts'
import { describe, expect, test } from 'vitest'
import { newListing } from '../listing.ts'
import { facts } from './facts.ts'
import { useFilled } from './start.ts'

/** As files have them: most at the centre of their locality, some without coordinates, one with wrong ones. */
const HOMES: [address: string, latitude: string, longitude: string, count: number, approximate?: true][] = [
  ['Kothrud, Pune', '18.5074', '73.8077', 3],
  ['Kothrud, Poona', '28.6139', '77.2090', 1],
  ['Karve Nagar, Pune', '18.4903', '73.8176', 4],
  ['Baner, Pune', '18.5590', '73.7868', 5],
  ['Baner, Pune', '18.5236', '73.8478', 1, true],
  ['Hinjewadi, Pune', '18.5913', '73.7389', 2],
  ['Pune', '18.5236', '73.8478', 6, true],
]

/** Searches around a place, on the store at `storeUrl`. */
export function describeNear(storeUrl: () => Promise<string | undefined>): void {
  describe('near a place', () => {
    const listings = HOMES.flatMap(([address, latitude, longitude, count, approximate = false], home) =>
      Array.from({ length: count }, (_, at) => {
        const id = `${home}`.padStart(12, '0') + `${at}`.padStart(12, '0')
        const given = facts({ city: 'Pune', address, latitude, longitude, type: at === 0 ? 'buy' : 'rent' })
        return newListing(given, { id, owner: 'f'.repeat(24), now: new Date(), approximate })
      }),
    )
    const { service } = useFilled(storeUrl, listings)

    async function nearby(query: string): Promise<NearbyPlace[]> {
      const answer = await service().get(`/posts/nearby?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }

    test.each([
      ['', 4],
      ['&within=', 4],
      ['&within=3', 7],
      ['&within=5', 7],
      ['&within=7', 12],
      ['&within=१०&type=buy', 3],
    ])('/posts?city=Kothrud, Pune%s finds %i homes', async (more, count) => {
      const answer = await service().get(`/posts?city=Kothrud,%20Pune${more}`)
      expect([answer.headers['x-total-count'], answer.json<Post[]>().length]).toEqual([String(count), count])
      const area = await service().get(`/posts/map?city=Kothrud,%20Pune${more}&bbox=68,6,98,38&zoom=10`)
      expect(area.json()).toHaveLength(count)
    })

    test('a page of them leads to the next', async () => {
      const first = await service().get('/posts?city=Kothrud,%20Pune&within=7&limit=7')
      const [, next = ''] = /^<([^>]+)>/.exec(String(first.headers.link)) ?? []
      expect((await service().get(next)).json<Post[]>()).toHaveLength(5)
    })

    test('says in a list which homes have no place of their own', async () => {
      const found = (await service().get('/posts?city=Baner')).json<Post[]>()
      expect(found.filter(({ approximate }) => approximate)).toHaveLength(1)
    })

    test('lists the localities around with their homes under the other filters', async () => {
      expect(await nearby('city=Kothrud')).toEqual([
        { place: 'Karve Nagar, Pune', city: 'Pune', locality: 'Karve Nagar', count: 4, distance: 2_169 },
        { place: 'Baner, Pune', city: 'Pune', locality: 'Baner', count: 6, distance: 6_146 },
        { place: 'Hinjewadi, Pune', city: 'Pune', locality: 'Hinjewadi', count: 2, distance: 11_817 },
      ])
      const rented = await nearby('city=kothrud%20pune&type=rent&within=3&sort=newest')
      expect(rented.map(({ count }) => count)).toEqual([3, 4, 1])
      for (const { place, count } of rented) {
        const answer = await service().get(`/posts?${new URLSearchParams({ city: place, type: 'rent' })}`)
        expect(answer.headers['x-total-count']).toBe(String(count))
      }
    })

    test.each(['', 'city=any', 'city=Kothrud&type=lease', 'city[$ne]=x'])(
      '/posts/nearby?%s is refused',
      async (query) => {
        const answer = await service().get(`/posts/nearby?${query}`)
        expect([answer.statusCode, answer.json().message.length > 20]).toEqual([400, true])
      },
    )

    test.each(['0', '26', '3.5', '-3', 'near'])('a distance of %s is refused', async (within) => {
      const answer = await service().get(`/posts?city=Kothrud&within=${within}`)
      expect(answer.json().message).toBe(`within is "${within}"; it may be a whole number of kilometres from 1 to 25`)
    })
  })
}
