import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListingDoc } from '../listing.ts'
import { type PlaceDoc, placeId } from '../places/place-store.ts'
import { type CellDoc, cellId, EVERYTHING } from '../tallies/cell-store.ts'
import { addPoint, emptyHeap, fieldsOf } from '../tallies/heap.ts'
import { randomFrom, randomListings } from './random-listings.ts'
import { type Started, startPosts } from './start.ts'

/** Whether the tallies come to agree with the listings, whatever happened on the way. */
export function describeTallies(storeUrl: () => Promise<string | undefined>): void {
  describe('tallies', { timeout: 60_000 }, () => {
    const random = randomFrom(20_261_123)
    let service: Started

    beforeEach(async () => {
      service = await startPosts({ storeUrl: await storeUrl() })
    })
    afterEach(() => service?.close())

    /** Every cell and place that counts something, against a count of the listings as plain as it can be. */
    async function expectRight(): Promise<void> {
      await service.settled()
      const listings = await service.store.collection<ListingDoc>('listings').find({}).toArray()
      const cells = await service.store.collection<CellDoc>('tallies').find({}).toArray()
      const counted = cells.filter(({ count }) => count > 0).map(summary)
      expect(counted.sort(byId)).toEqual(expectedCells(listings).map(summary).sort(byId))
      const places = await service.store.collection<PlaceDoc>('places').find({}).toArray()
      const filled = places.filter(({ buy, rent }) => buy + rent > 0).map(({ _id, buy, rent }) => ({ _id, buy, rent }))
      expect(filled.sort(byId)).toEqual(expectedPlaces(listings).sort(byId))
    }

    test('count every listing once at every level, in all and in its city', async () => {
      await service.posts.add(randomListings(300, random))
      await expectRight()
    })

    test('follow what is added by several writers at once, and what is taken away', async () => {
      const listings = randomListings(120, random)
      await Promise.all([0, 40, 80].map((at) => service.posts.add(listings.slice(at, at + 40))))
      await expectRight()
    })
  })
}

function byId(a: { _id: string }, b: { _id: string }): number {
  return a._id < b._id ? -1 : 1
}

/** Sums of coordinates depend on their order in the last digits. */
function summary({ _id, count, tallies, lat, lng, west, south, east, north }: Omit<CellDoc, 'version'>) {
  return { _id, count, tallies, lat: lat.toFixed(6), lng: lng.toFixed(6), west, south, east, north }
}

function expectedCells(listings: ListingDoc[]): Omit<CellDoc, 'version'>[] {
  const heaps = new Map<string, ReturnType<typeof emptyHeap>>()
  for (const listing of listings) {
    for (let level = 0; level <= listing.cell.length; level += 1) {
      for (const scope of [EVERYTHING, listing.cityKey]) {
        const id = cellId(scope, listing.cell.slice(0, level))
        const heap = heaps.get(id) ?? emptyHeap()
        heaps.set(id, heap)
        addPoint(heap, listing, 1)
      }
    }
  }
  return [...heaps].map(([_id, heap]) => ({ _id, ...fieldsOf(heap) }))
}

function expectedPlaces(listings: ListingDoc[]): Pick<PlaceDoc, '_id' | 'buy' | 'rent'>[] {
  const places = new Map<string, Pick<PlaceDoc, '_id' | 'buy' | 'rent'>>()
  for (const { cityKey, localityKey, type } of listings) {
    for (const _id of new Set([placeId({ cityKey, localityKey: '' }), placeId({ cityKey, localityKey })])) {
      const place = places.get(_id) ?? { _id, buy: 0, rent: 0 }
      places.set(_id, { ...place, [type]: place[type] + 1 })
    }
  }
  return [...places.values()]
}
