import type { Store } from '@aangan/service-kit/store/store'
import { expect } from 'vitest'
import type { ListingDoc } from '../listing.ts'
import { type PlaceDoc, placeId } from '../places/place-store.ts'
import { type CellDoc, cellId, EVERYTHING } from '../tallies/cell-store.ts'
import { addPoint, emptyHeap, fieldsOf, type Heap } from '../tallies/heap.ts'
import { whenSettled } from '../tallies/tallying.ts'

/** Holds every cell and place that counts something against a count of the live listings as plain as it can be. */
export async function expectTallied(store: Store): Promise<void> {
  await whenSettled(store)
  const listings = await store.collection<ListingDoc>('listings').find({ status: 'live' }).toArray()
  const cells = await store.collection<CellDoc>('tallies').find({}).toArray()
  const counted = cells.filter(({ count }) => count > 0)
  expect(counted.map(summary).sort(byId)).toEqual(expectedCells(listings).map(summary).sort(byId))
  const places = await store.collection<PlaceDoc>('places').find({}).toArray()
  const filled = places.filter(({ buy, rent }) => buy + rent > 0).map(({ _id, buy, rent }) => ({ _id, buy, rent }))
  expect(filled.sort(byId)).toEqual(expectedPlaces(listings).sort(byId))
}

function byId(a: { _id: string }, b: { _id: string }): number {
  return a._id < b._id ? -1 : 1
}

/** Sums of coordinates depend on their order in the last digits. */
function summary({ _id, count, tallies, lat, lng, west, south, east, north }: Omit<CellDoc, 'version'>) {
  return { _id, count, tallies, lat: lat.toFixed(6), lng: lng.toFixed(6), west, south, east, north }
}

function expectedCells(listings: ListingDoc[]): Omit<CellDoc, 'version'>[] {
  const heaps = new Map<string, Heap>()
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

type Counts = Pick<PlaceDoc, '_id' | 'buy' | 'rent'>

function expectedPlaces(listings: ListingDoc[]): Counts[] {
  const places = new Map<string, Counts>()
  for (const { cityKey, localityKey, type } of listings) {
    for (const _id of new Set([placeId({ cityKey, localityKey: '' }), placeId({ cityKey, localityKey })])) {
      const place = places.get(_id) ?? { _id, buy: 0, rent: 0 }
      places.set(_id, { ...place, [type]: place[type] + 1 })
    }
  }
  return [...places.values()]
}
