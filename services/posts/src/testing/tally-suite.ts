import { openStore } from '@aangan/service-kit/store/open'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ListingDoc } from '../listing.ts'
import { createMarks, type MarkDoc } from '../tallies/marks.ts'
import { startTallying } from '../tallies/tallying.ts'
import { expectTallied } from './expect-tallied.ts'
import { randomFrom, randomListings, randomMarket } from './random-listings.ts'
import { type Started, startPosts } from './start.ts'

/** What an earlier release did not write. */
const NEW_FIELDS = ['cell', 'walkCell', 'tally', 'spot', 'locality', 'localityKey']

/** Whether the tallies come to agree with the listings, whatever happened on the way. */
export function describeTallies(storeUrl: () => Promise<string | undefined>): void {
  describe('tallies', { timeout: 60_000 }, () => {
    const random = randomFrom(20_261_123)
    let url: string
    let service: Started

    beforeEach(async () => {
      url = (await storeUrl()) ?? (await newSqlitePlace())
      service = await startPosts({ storeUrl: url })
    })
    afterEach(() => service?.close())

    test('count every live listing once at every level, in all and in its city', async () => {
      await service.posts.add(randomMarket(120, random))
      await expectTallied(service.store)
    })

    test('follow several writers and another service that counts at the same time', async () => {
      const other = startTallying(service)
      const listings = randomListings(90, random)
      await Promise.all([0, 30, 60].map((at) => service.posts.add(listings.slice(at, at + 30))))
      await service.posts.add(listings.slice(20, 40))
      await expectTallied(service.store)
      await other.stop()
    })

    test('follow what is taken away, to the last of a city', async () => {
      const listings = randomListings(20, random)
      await service.posts.add(listings)
      await expectTallied(service.store)
      for (const { _id, userId } of listings) {
        const answer = await service.call({ method: 'DELETE', url: `/posts/${_id}`, as: userId })
        expect(answer.statusCode, answer.body).toBe(200)
        if (_id === listings[10]?._id) await expectTallied(service.store)
      }
      await expectTallied(service.store)
      expect((await service.get('/posts/cities')).json()).toEqual([])
      expect((await service.get('/posts/map?bbox=-180,-90,180,90&zoom=1')).json()).toEqual([])
    })

    test('count what a writer left that died between its mark and its listings, or behind them', async () => {
      const [late, early] = randomListings(2, random)
      if (late === undefined || early === undefined) throw new Error('There are no listings')
      await service.posts.add([early])
      await expectTallied(service.store)
      const dies = new Error('the process dies')
      const around = createMarks(service.store).around([late], async () => {
        await service.store.collection<ListingDoc>('listings').insertOne(late)
        throw dies
      })
      await expect(around).rejects.toBe(dies)
      expect(await service.store.collection<MarkDoc>('tallyMarks').countDocuments({})).toBe(1)
      service.pass(61_000)
      await expectTallied(service.store)
    })

    test('count, in a start, what an earlier release wrote and an even earlier one called otherwise', async () => {
      await service.close()
      const store = await openStore(url, { name: 'posts' })
      const stored = store.collection<ListingDoc>('listings')
      const listings = randomMarket(200, random)
      for (const listing of listings) {
        const known = Object.entries(listing).filter(([name]) => !NEW_FIELDS.includes(name))
        await stored.insertOne({ ...(Object.fromEntries(known) as unknown as ListingDoc), cityKey: 'bombay' })
      }
      // As if nobody had been through them yet.
      const progress = store.collection<{ _id: string }>('tallyProgress')
      for (const { _id } of await progress.find({}).toArray()) await progress.deleteOne({ _id })
      await store.close()
      service = await startPosts({ storeUrl: url })
      await expectTallied(service.store)
      for (const listing of [listings[0], listings.at(-1)]) {
        const after = await service.store.collection<ListingDoc>('listings').findOne({ _id: listing?._id ?? '' })
        expect(after).toEqual(listing)
      }
    })
  })
}
