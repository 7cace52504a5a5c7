import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { openConnection } from '@aangan/service-kit/store/sqlite/connection'
import type { Store } from '@aangan/service-kit/store/store'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { expect, onTestFinished, test } from 'vitest'
import type { ListingDoc } from '../listing.ts'
import { POSTS_MIGRATIONS } from '../migrations.ts'
import { searched } from '../post-events.ts'
import { createPostStore } from '../store.ts'
import { randomFrom, randomListings } from '../testing/random-listings.ts'
import type { SearchedPost } from './listing-row.ts'
import { startSearch } from './live-search.ts'
import { readSnapshot } from './snapshot.ts'

const random = randomFrom(9)

/** @param after where the search believes the log to be; its own position unless given */
async function place({ after }: { after?: number } = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'live-search-'))
  const log = createLog({ level: 'silent' })
  const openPosts = (place: string) =>
    openMigratedStore(`sqlite:${place}`, { name: 'posts', migrations: POSTS_MIGRATIONS })
  const store = await openPosts(folder)
  const bus = await openBus(`sqlite:${folder}`, { name: 'posts', log })
  const running: { stop(): Promise<void> }[] = []
  onTestFinished(async () => {
    for (const one of running) await one.stop()
    await bus.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  })
  const [first] = [await insert(store, 50)]
  const file = join(folder, 'search.bin')
  let handled = 0
  let isBusKnown = true
  const watched: typeof bus = {
    ...bus,
    async follow(options) {
      const following = await bus.follow({
        ...options,
        from: after === undefined ? options.from : { after },
        async handle(event) {
          await options.handle(event)
          handled += 1
        },
      })
      return isBusKnown ? following : { ...following, after: null }
    },
  }
  const begin = (from = store) => {
    const search = startSearch({ store: from, bus: watched, log }, file)
    running.push(search)
    return search
  }
  return {
    store,
    file,
    first,
    begin,
    /** Returns the store as it is now. */
    async backUp(): Promise<Store> {
      await mkdir(join(folder, 'backup'))
      const database = openConnection(join(folder, 'posts.db'))
      database.exec(`VACUUM INTO '${join(folder, 'backup', 'posts.db')}'`)
      database.close()
      const backup = await openPosts(join(folder, 'backup'))
      onTestFinished(() => backup.close())
      return backup
    },
    /** As while the bus is away: the position at the end of its log is unknown from now on. */
    loseBus() {
      isBusKnown = false
    },
    heard: () => expect.poll(() => handled).toBeGreaterThan(0),
    async start() {
      const search = begin()
      await search.ready
      return search
    },
    publishAdded: (id: string, posts: SearchedPost[]) =>
      bus.publish({ id, subject: 'post.added', data: { posts } as never }),
    publishRemoved: (id: string, removal: { id: string; rev: number }) =>
      bus.publish({ id, subject: 'post.removed', data: removal as never }),
    announce: (listing: ListingDoc) =>
      bus.publish({ id: `${listing._id}:${listing.rev}`, subject: 'post.changed', data: searched(listing) as never }),
  }
}

async function insert(store: Store, count: number, pending = {}): Promise<ListingDoc[]> {
  const listings = randomListings(count, random)
  for (const listing of listings) await store.collection<ListingDoc>('listings').insertOne({ ...listing, ...pending })
  return listings
}

test('finds published changes, including those published while it was stopped', async () => {
  const { store, start, announce } = await place()
  const search = await start()
  expect(await search.count()).toBe(50)
  for (const listing of await insert(store, 3)) await announce(listing)
  await expect.poll(() => search.count()).toBe(53)
  await search.stop()
  for (const listing of await insert(store, 4)) await announce(listing)
  const again = await start()
  await expect.poll(() => again.count()).toBe(57)
})

test('does not read the changes of an event again that it was told of before', async () => {
  const { start, heard, publishAdded } = await place()
  const search = await start()
  const [told, other] = [randomListings(3, random).map(searched), randomListings(2, random).map(searched)]
  await search.apply(told, ['added:1'])
  expect(await search.count()).toBe(53)
  await publishAdded('added:1', other)
  await heard()
  expect(await search.count()).toBe(53)
  await publishAdded('added:2', other)
  await expect.poll(() => search.count()).toBe(55)
})

test('finds stored but unpublished changes from the start, with a snapshot or without', async () => {
  const { store, start } = await place()
  await insert(store, 2, { outbox: [], outboxDue: 0 })
  const search = await start()
  expect(await search.count()).toBe(52)
  await search.stop()
  await insert(store, 5, { outbox: [], outboxDue: 0 })
  const again = await start()
  expect(await again.count()).toBe(57)
  await again.stop()
  const known = await store.collection('listings').find({}).toArray()
  await createPostStore(store).add(randomListings(4, random))
  expect(await store.collection('batches').countDocuments({})).toBe(1)
  expect(await store.collection('listings').countDocuments({})).toBe(known.length + 4)
  expect(await (await start()).count()).toBe(61)
})

test('rebuilds the index if snapshot and store differ', async () => {
  const { store, start } = await place()
  await (await start()).stop()
  await insert(store, 6)
  const search = await start()
  expect(await search.count()).toBe(50)
  await expect.poll(() => search.count(), { timeout: 20_000 }).toBe(56)
})

test.each([
  ['stopped', false],
  ['killed just after its start', true],
])(
  'rebuilds the index if the store was restored from a backup of before the process that was %s',
  async (_how, isKilled) => {
    const { file, first, start, begin, announce, backUp } = await place()
    await (await start()).stop()
    const backup = await backUp()
    const search = await start()
    const atStart = await readFile(file).catch(() => null)
    const listing = first.find(({ status }) => status === 'live')
    if (listing === undefined) throw new Error('No listing is live')
    await announce({ ...listing, rev: listing.rev + 1, city: 'Atlantis' })
    const isFound = async (one = search) => (await one.cities(null)).some(({ city }) => city === 'Atlantis')
    await expect.poll(isFound).toBe(true)
    await search.stop()
    if (isKilled) await (atStart === null ? rm(file) : writeFile(file, atStart))
    const restored = begin(backup)
    await restored.ready
    expect(await isFound(restored)).toBe(false)
  },
)

test('a snapshot of another state of the store gives no position to the next one', async () => {
  const { file, begin, start, backUp, loseBus } = await place()
  await (await start()).stop()
  const backup = await backUp()
  await (await start()).stop()
  expect(await readSnapshot(file)).not.toBeNull()
  loseBus()
  const restored = begin(backup)
  await restored.ready
  await restored.stop()
  expect(await readSnapshot(file)).toBeNull()
})

test('uses the snapshot of the last process, also of one that changed nothing', async () => {
  const { store, start } = await place()
  await (await start()).stop()
  for (let count = 1; count <= 2; count += 1) {
    await insert(store, 1)
    const search = await start()
    // The new listing has no event: an index that was rebuilt would have it.
    expect(await search.count()).toBe(50)
    await search.stop()
  }
})

test('compares snapshot and store again if the store fails meanwhile', async () => {
  const { store, begin, start } = await place()
  await (await start()).stop()
  await insert(store, 6)
  let asked = 0
  const failing: Store = {
    ...store,
    collection: (name) => ({
      ...store.collection(name),
      async countDocuments(filter) {
        asked += 1
        if (asked === 1) throw new Error('The primary stepped down')
        return await store.collection(name).countDocuments(filter as never)
      },
    }),
  }
  const search = begin(failing)
  await expect.poll(() => search.count(), { timeout: 20_000 }).toBe(56)
})

test('reads the changes of events that it was told of before a rebuild', async () => {
  const { store, first, start, publishRemoved } = await place()
  await (await start()).stop()
  await insert(store, 6)
  const search = await start()
  const [gone] = first ?? []
  if (!gone) throw new Error('No listing was inserted')
  const removal = { id: gone._id, rev: gone.rev + 1 }
  await search.apply([removal], ['removed:1'])
  expect(await search.count()).toBe(49)
  await expect.poll(() => search.count(), { timeout: 20_000 }).toBe(56)
  await publishRemoved('removed:1', removal)
  await expect.poll(() => search.count()).toBe(55)
})

test('writes no partial snapshot if stopped while reading the listings', async () => {
  const { store, begin, start, announce, heard } = await place()
  await insert(store, 3_000)
  const halves = new Halves(store)
  const search = begin(halves.store)
  await halves.half
  const [late] = randomListings(1, random)
  if (late) await announce(late)
  await heard()
  const stopped = search.stop()
  halves.goOn()
  await stopped
  expect(await (await start()).count()).toBe(3_050)
})

/** A store that stops the search halfway through the listings. */
class Halves {
  readonly store: Store
  readonly half: Promise<void>
  goOn: () => void = () => undefined

  constructor(store: Store) {
    const onward = new Promise<void>((resolve) => {
      this.goOn = resolve
    })
    let reached: () => void = () => undefined
    this.half = new Promise((resolve) => {
      reached = resolve
    })
    const collection: Store['collection'] = (name) => ({
      ...store.collection(name),
      find: (filter, options) => ({
        toArray: () =>
          store
            .collection<never>(name)
            .find(filter as never, options)
            .toArray(),
        async *[Symbol.asyncIterator]() {
          let read = 0
          for await (const one of store.collection<never>(name).find(filter as never, options)) {
            if (++read === 1_000) {
              reached()
              await onward
            }
            yield one
          }
        },
      }),
    })
    this.store = { ...store, collection }
  }
}

test('does not bring back a listing by an event from before a gap', async () => {
  const { store, first, announce, start, heard } = await place({ after: 1_000 })
  const [listing] = first
  if (listing === undefined) throw new Error('No listing was inserted.')
  await announce(listing)
  await store.collection<ListingDoc>('listings').updateOne({ _id: listing._id }, { $set: { status: 'taken', rev: 2 } })
  const search = await start()
  const [other] = randomListings(1, random)
  if (other === undefined) throw new Error('No listing was made.')
  const live = first.filter(({ status }) => status === 'live').length
  await announce({ ...other, status: 'live' })
  await heard()
  await expect.poll(() => search.count()).toBe(live)
})
