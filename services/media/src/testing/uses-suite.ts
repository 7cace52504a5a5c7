import { migrate } from '@aangan/service-kit/store/migrations'
import type { Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { expect, it, onTestFinished } from 'vitest'
import { MEDIA_MIGRATIONS } from '../migrations.ts'
import { createUploadStore, type UploadDoc } from '../uploads/store.ts'

const DAY_MS = 86_400_000
const [KITCHEN, GARDEN] = ['a'.repeat(24), 'b'.repeat(24)]

/** Concurrent processes that receive the same events, on the store at `newPlace`. */
export function describeUses(newPlace: () => Promise<string>): void {
  async function openUses() {
    const store = await openMigratedStore(await newPlace(), { name: 'media', migrations: MEDIA_MIGRATIONS })
    onTestFinished(() => store.close())
    const shown = async (by: string) => {
      const uses = await store.collection<{ _id: string; by: string; uploadId: string }>('uses').find({ by }).toArray()
      return uses.map(({ uploadId }) => uploadId)
    }
    let at = 0
    const now = () => new Date(at)
    return { store, shown, uploads: createUploadStore({ store, now }), now, pass: (ms: number) => (at += ms) }
  }

  it('keeps the newest of several concurrent first events', async () => {
    const { shown, uploads } = await openUses()
    const listings = Array.from({ length: 20 }, (_, index) => `post:${index}`)
    await Promise.all(listings.flatMap((by) => [uploads.setUses(by, [KITCHEN], 1), uploads.setUses(by, [GARDEN], 2)]))
    for (const by of listings) expect([by, await shown(by)]).toEqual([by, [GARDEN]])
  })

  it.each<[string, string[]]>([
    ['nothing', []],
    ['another picture', [GARDEN]],
    ['the same and another', [KITCHEN, GARDEN]],
  ])('drops the uses of a slow, older event when the newer one says %s', async (_what, newer) => {
    const { store, shown, uploads, now } = await openUses()
    const slow = beforeFirstUse(store, () => uploads.setUses('post:1', newer, 2))
    const late = createUploadStore({ store: slow, now })
    await late.setUses('post:1', [KITCHEN], 1)
    expect((await shown('post:1')).sort()).toEqual(newer)
    await uploads.setUses('post:1', [], 3)
    expect(await shown('post:1')).toEqual([])
  })

  it('checks an upload until it is in use, and again a day after a use ends', async () => {
    const { uploads, now, pass } = await openUses()
    const found = async () => {
      const outcomes: [string, boolean][] = []
      for await (const upload of uploads.maybeUnused(new Date(now().getTime() - DAY_MS)))
        outcomes.push([upload._id, await uploads.keepUsed(upload)])
      return outcomes
    }
    for (const _id of [KITCHEN, GARDEN]) await uploads.add({ _id, kind: 'posts', userId: 'c'.repeat(24) })
    await uploads.setUses('post:1', [KITCHEN, GARDEN], 1)
    await uploads.setUses('post:2', [GARDEN], 1)
    expect(await found()).toEqual([])
    pass(DAY_MS + 1)
    expect((await found()).sort()).toEqual([
      [KITCHEN, true],
      [GARDEN, true],
    ])
    expect(await found()).toEqual([])
    await uploads.setUses('post:1', [], 2)
    expect(await found()).toEqual([])
    pass(DAY_MS + 1)
    expect((await found()).sort()).toEqual([
      [KITCHEN, false],
      [GARDEN, true],
    ])
  })

  it('counts the unused uploads of a person, and their bytes', async () => {
    const { uploads } = await openUses()
    const [asha, ravi] = ['c'.repeat(24), 'd'.repeat(24)]
    const add = (_id: string, userId: string, bytes?: number) => uploads.add({ _id, kind: 'posts', userId, bytes })
    // Stored by an earlier release.
    await add('old', asha)
    for (const [_id, userId] of [
      [KITCHEN, asha],
      [GARDEN, asha],
      ['other', ravi],
    ] as const)
      await add(_id, userId, 700)
    expect(await uploads.unusedOf(asha, 9)).toEqual({ count: 3, bytes: 1_400 })
    expect(await uploads.unusedOf(asha, 2)).toMatchObject({ count: 2 })
    await uploads.setUses('post:1', [KITCHEN], 1)
    await uploads.keepUsedOf(asha, 9)
    expect(await uploads.unusedOf(asha, 9)).toEqual({ count: 2, bytes: 700 })
  })

  it('only one of several processes may go on with what they have read', async () => {
    const { uploads, now, pass } = await openUses()
    await uploads.add({ _id: KITCHEN, kind: 'posts', userId: 'c'.repeat(24) })
    pass(1)
    const found: UploadDoc[] = []
    for await (const upload of uploads.maybeUnused(now())) found.push(upload)
    const leave = () => Promise.all(Array.from({ length: 5 }, () => found[0] && uploads.leave(found[0])))
    expect((await leave()).filter(Boolean)).toHaveLength(1)
    await uploads.stay(KITCHEN)
    await uploads.setUses('post:1', [KITCHEN], 1)
    await uploads.setUses('post:1', [], 2)
    expect((await leave()).filter(Boolean)).toEqual([])
  })

  it('is leaving until an owner says that it stays, or a use is found', async () => {
    const { uploads, now, pass } = await openUses()
    for (const _id of [KITCHEN, GARDEN]) await uploads.add({ _id, kind: 'posts', userId: 'c'.repeat(24) })
    pass(DAY_MS)
    const found: UploadDoc[] = []
    for await (const upload of uploads.maybeUnused(now())) found.push(upload)
    expect(await uploads.leaving([KITCHEN, GARDEN])).toEqual(new Set())
    for (const upload of found) await uploads.leave(upload)
    expect(await uploads.leaving([KITCHEN, GARDEN])).toEqual(new Set([KITCHEN, GARDEN]))
    await uploads.stay(KITCHEN)
    await uploads.setUses('post:1', [GARDEN], 1)
    for (const upload of found) await uploads.keepUsed(upload)
    expect(await uploads.leaving([KITCHEN, GARDEN])).toEqual(new Set())
  })

  it('checks uploads of an earlier release', async () => {
    const store = await openMigratedStore(await newPlace(), { name: 'media', migrations: MEDIA_MIGRATIONS.slice(0, 1) })
    onTestFinished(() => store.close())
    const createdAt = new Date(0).toISOString()
    const before = { _id: KITCHEN, kind: 'posts', userId: 'c'.repeat(24), createdAt }
    await store.collection('uploads').insertOne(before)
    await migrate('media', store, MEDIA_MIGRATIONS)
    const uploads = createUploadStore({ store, now: () => new Date() })
    const found: object[] = []
    for await (const upload of uploads.maybeUnused(new Date(1))) found.push(upload)
    expect(found).toEqual([{ ...before, unusedSince: createdAt }])
  })
}

/** Runs `meanwhile` before the first use is written, like a slow process. */
function beforeFirstUse(store: Store, meanwhile: () => Promise<void>): Store {
  let waiting: (() => Promise<void>) | undefined = meanwhile
  const collection: Store['collection'] = (name) =>
    new Proxy(store.collection(name) as ReturnType<typeof store.collection<never>>, {
      get(target, key) {
        const found = Reflect.get(target, key)
        if (name !== 'uses' || key !== 'updateOne') return typeof found === 'function' ? found.bind(target) : found
        return async (...args: unknown[]) => {
          const first = waiting
          waiting = undefined
          await first?.()
          return await found.apply(target, args)
        }
      },
    })
  return { collection, ping: () => store.ping(), close: () => store.close() }
}
