import { randomBytes } from 'node:crypto'
import { MAX_UPLOADS_ASKED, type UploadName } from '@aangan/contracts/media'
import { migrate } from '@aangan/service-kit/store/migrations'
import type { Document, Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newListing, storedListing } from '../listing.ts'
import { POSTS_MIGRATIONS } from '../migrations.ts'
import { createPostStore } from '../store.ts'
import { facts } from './facts.ts'
import { usePosts } from './start.ts'

const OWNER = 'a'.repeat(24)
const newId = () => randomBytes(12).toString('hex')
const urlOf = (id: string) => `/media/posts/${id}/1600.webp`
const named = (ids: string[]): UploadName[] => ids.map((id) => ({ kind: 'posts', id }))

/** Which listings use an upload, on the store at `storeUrl`. */
export function describePictures(storeUrl: () => Promise<string | undefined>): void {
  const listingWith = (pictures: string[], id = newId()) =>
    newListing(facts({ images: pictures.map(urlOf) }), { id, owner: OWNER, now: new Date() })

  describe('posts.using-pictures', () => {
    const service = usePosts(async () => ({ storeUrl: await storeUrl() }))
    const ask = (uploads: unknown) =>
      service().bus.request('posts.using-pictures', { uploads: uploads as UploadName[] }, { timeoutMs: 20_000 })
    const usersOf = async (...ids: string[]) => (await ask(named(ids))).map(({ id }) => id).sort()

    test('names a listing for each upload in use, whoever uploaded it and whatever the status', async () => {
      const [garden, kitchen, hall, unused] = [newId(), newId(), newId(), newId()]
      const [one, other] = [listingWith([garden, kitchen]), listingWith([hall])]
      await service().posts.add([one])
      await service().posts.publish(other)
      const answer = await ask(named([garden, kitchen, hall, unused]))
      expect(answer.sort((a, b) => a.uploadIds.length - b.uploadIds.length)).toEqual([
        { id: other._id, rev: 1, uploadIds: [hall] },
        { id: one._id, rev: 1, uploadIds: [garden, kitchen] },
      ])
      for (const status of ['taken', 'unpublished'] as const) {
        const change = { method: 'PUT', url: `/posts/${one._id}`, body: { status }, as: OWNER } as const
        expect((await service().call(change)).statusCode).toBe(200)
        expect(await usersOf(garden, unused)).toEqual([one._id])
      }
    })

    test('follows changes and removals', async () => {
      const [garden, kitchen] = [newId(), newId()]
      const listing = listingWith([garden])
      await service().posts.publish(listing)
      await service().posts.change(listing._id, (current) => ({ ...current, images: [urlOf(kitchen)], alts: [''] }))
      expect([await usersOf(garden), await usersOf(kitchen)]).toEqual([[], [listing._id]])
      expect(await service().posts.remove(listing._id, new Date())).toBe(true)
      expect(await usersOf(garden, kitchen)).toEqual([])
      const left = await service().store.collection('pictures').find({}).toArray()
      expect(left.filter(({ _id }) => _id.startsWith(kitchen))).toEqual([])
    })

    test('finds the one user of a picture that hundreds of listings no longer use', async () => {
      const garden = newId()
      const former = Array.from({ length: 250 }, () => ({ _id: `${garden} ${newId()}` }))
      await service()
        .store.collection<Document>('pictures')
        .bulkWrite(
          former.map((document) => ({ insertOne: { document } })),
          { ordered: false },
        )
      const listing = listingWith([garden], 'f'.repeat(24))
      await service().posts.publish(listing)
      expect(await usersOf(garden)).toEqual([listing._id])
    })

    test('takes as many as media asks about, each with its kind and id', async () => {
      const most = named(Array.from({ length: MAX_UPLOADS_ASKED }, newId))
      expect(await ask(most)).toEqual([])
      for (const wrong of [
        [...most, ...named([newId()])],
        'x',
        [{ kind: 'posts' }],
        [{ kind: 'toString', id: newId() }],
      ])
        await expect(ask(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    })
  })

  const openBefore = async (migrations = POSTS_MIGRATIONS) => {
    const url = (await storeUrl()) ?? (await newSqliteUrl())
    const store = await openMigratedStore(url, { name: 'posts', migrations })
    onTestFinished(() => store.close())
    return store
  }

  test('pictures of listings of an earlier release are found, also if the migration was interrupted', async () => {
    const store = await openBefore(POSTS_MIGRATIONS.slice(0, 7))
    const [garden, kitchen] = [newId(), newId()]
    const listing = listingWith([garden, kitchen])
    await store.collection('listings').insertOne(storedListing(listing))
    await store.collection('pictures').insertOne({ _id: `${garden} ${listing._id}` })
    await migrate('posts', store, POSTS_MIGRATIONS)
    const found = await createPostStore(store).picturesAmong(named([garden, kitchen]))
    expect(found).toEqual([{ id: listing._id, rev: 1, uploadIds: [garden, kitchen] }])
  })

  test('a listing is written after its entry, so that a crash in between leaves no picture without one', async () => {
    const store = await openBefore()
    const [garden, kitchen, hall] = [newId(), newId(), newId()]
    const entries: string[][] = []
    const posts = createPostStore(
      beforeWritesOf('listings', store, async () => {
        const found = await store
          .collection('pictures')
          .find({}, { sort: { _id: 1 } })
          .toArray()
        entries.push(found.map(({ _id }) => _id))
      }),
    )
    const [one, other] = [listingWith([garden]), listingWith([kitchen])]
    await posts.publish(one)
    await posts.add([other])
    await posts.change(one._id, (current) => ({ ...current, images: [...current.images, urlOf(hall)], alts: ['', ''] }))
    const expected = [`${garden} ${one._id}`, `${kitchen} ${other._id}`, `${hall} ${one._id}`]
    expect(entries).toEqual([1, 2, 3].map((count) => expected.slice(0, count).sort()))
  })
}

function beforeWritesOf(name: string, store: Store, look: () => Promise<void>): Store {
  const writes = ['insertOne', 'updateOne', 'bulkWrite']
  const collection: Store['collection'] = (wanted) =>
    new Proxy(store.collection(wanted) as ReturnType<typeof store.collection<never>>, {
      get(target, key) {
        const found = Reflect.get(target, key)
        if (typeof found !== 'function') return found
        if (wanted !== name || !writes.includes(String(key))) return found.bind(target)
        return async (...args: unknown[]) => {
          await look()
          return await found.apply(target, args)
        }
      },
    })
  return { collection, ping: () => store.ping(), close: () => store.close() }
}
