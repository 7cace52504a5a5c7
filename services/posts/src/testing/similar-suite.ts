import type { SimilarPost } from '@aangan/contracts/posts'
import { describe, expect, test } from 'vitest'
import type { ListingDoc } from '../listing.ts'
import { distanceBetween, pointOf } from '../search/point.ts'
import { placeOf } from './reference.ts'
import type { Filled } from './start.ts'

export function describeSimilar({ listings: stored, service }: Filled): void {
  describe('GET /posts/{id}/similar', () => {
    const listings = [...stored]
    // Checking all of them would take minutes.
    const some = [...listings.slice(0, 590), ...listings.filter(({ status }) => status === 'taken').slice(0, 10)]

    async function similarTo(id: string): Promise<SimilarPost[]> {
      const answer = await service().get(`/posts/${id}/similar`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json()
    }

    test('are the nearest of the same kind at a similar price', async () => {
      for (const listing of [...some.slice(0, 50), ...some.slice(-10)]) {
        const expected = nearest(listings, listing, { spread: 0.3 })
        if (expected.length < 6) continue
        const found = (await similarTo(listing._id)).map(({ id, distance }) => ({ id, distance }))
        expect(found).toEqual(expected.slice(0, 6))
      }
    })

    test('may differ more in price if there are few, and never include the home itself', async () => {
      const rare = some
        .filter((one) => nearest(listings, one, { spread: 0.3 }).length < 6)
        .filter((one) => nearest(listings, one, { spread: 0.6 }).length >= 6)
        .slice(0, 20)
      expect(rare.length).toBeGreaterThan(5)
      for (const listing of rare) {
        const found = (await similarTo(listing._id)).map(({ id, distance }) => ({ id, distance }))
        expect(found).toEqual(nearest(listings, listing, { spread: 0.6 }).slice(0, 6))
        expect(found.map(({ id }) => id)).not.toContain(listing._id)
      }
    })

    test('include other building types if there are still too few, but never for land', async () => {
      const few = some.filter((one) => nearest(listings, one, { spread: 0.6 }).length < 6)
      const [land, built] = [few.filter(isLand).slice(0, 10), few.filter((one) => !isLand(one)).slice(0, 20)]
      expect(Math.min(land.length, built.length)).toBeGreaterThan(2)
      for (const listing of [...land, ...built]) {
        const found = (await similarTo(listing._id)).map(({ id, distance }) => ({ id, distance }))
        expect(found).toEqual(nearest(listings, listing, { spread: 0.6, anyBuilding: true }).slice(0, 6))
      }
    })

    test.each(['f'.repeat(24), 'about', '%00', '__proto__'])('of %s are not found', async (id) => {
      expect((await service().get(`/posts/${id}/similar`)).statusCode).toBe(id === '%00' ? 400 : 404)
    })
  })
}

const FURTHEST_M = 80_000

function isLand({ property }: ListingDoc): boolean {
  return property === 'land'
}

function nearest(
  listings: ListingDoc[],
  to: ListingDoc,
  { spread, anyBuilding = false }: { spread: number; anyBuilding?: boolean },
): { id: string; distance: number }[] {
  return listings
    .filter((one) => one.status === 'live' && one._id !== to._id && one.type === to.type)
    .filter((one) => one.property === to.property || (anyBuilding && !isLand(to) && !isLand(one)))
    .filter((one) => Math.abs(one.bedroom - to.bedroom) <= 1 && Math.abs(one.price - to.price) <= spread * to.price)
    .map((one) => ({ id: one._id, distance: Math.round(distanceBetween(pointOf(to), placeOf(one))) }))
    .filter(({ distance }) => distance <= FURTHEST_M)
    .sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
}
