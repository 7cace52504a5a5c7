import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '@aangan/platform/import/row'
import { prepareFolder, storageOf } from '@aangan/platform/storage'
import type { ListingDoc } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { addPoint, emptyHeap, fieldsOf } from '@aangan/posts/tallies/heap'
import { createMarks } from '@aangan/posts/tallies/marks'
import { createRebuild } from '@aangan/posts/tallies/rebuild'
import { startTallying, whenSettled } from '@aangan/posts/tallies/tallying'
import { createLog } from '@aangan/service-kit/log'
import { migrate } from '@aangan/service-kit/store/migrations'
import { openStore } from '@aangan/service-kit/store/open'
import type { Store } from '@aangan/service-kit/store/store'
import { inventListings } from './invent.ts'
import { readRealRows } from './real-rows.ts'

const ROOT = new URL('../../../', import.meta.url)
const CACHE = new URL('bench/.cache/', ROOT)

/** So many listings tell whether all would come out the same. */
const SAMPLE = 1_000
const PIECE = 2_000
const REPORT_EVERY = 50_000

/**
 * The data folder of a site with so many invented listings, made once and kept until they or what is counted of them come
 * out differently. Making a million takes minutes, so it says how far it is. Indexes are brought up to date in place.
 */
export async function siteFolder(count: number): Promise<string> {
  const rows = await readRealRows()
  const folder = fileURLToPath(new URL(`search-${count}-${fingerprint(rows)}/`, CACHE))
  if (!existsSync(folder)) {
    const unfinished = `${folder.slice(0, -1)}.part`
    await rm(unfinished, { recursive: true, force: true })
    await prepareFolder(storageOf({ DATA_DIR: unfinished }))
    await withStore(unfinished, (store) => fillStore(store, rows, count))
    await rename(unfinished, folder)
  }
  await withStore(folder, migrated)
  return folder
}

/** Of some listings, each as it is stored, and of all of them together, as they are counted. */
function fingerprint(rows: readonly Row[]): string {
  const hash = createHash('sha256')
  const heap = emptyHeap()
  for (const listing of inventListings(rows, SAMPLE)) {
    hash.update(JSON.stringify(listing))
    addPoint(heap, listing, 1)
  }
  return hash
    .update(JSON.stringify(fieldsOf(heap)))
    .digest('hex')
    .slice(0, 12)
}

/**
 * As after an import and the relay, but in another order: indexes are made once all listings are there, and these
 * counted then, which takes a quarter of the time.
 */
export async function fillStore(store: Store, rows: readonly Row[], count: number): Promise<void> {
  await createRebuild(store, createMarks(store)).run(new AbortController().signal)
  await addAll(store, inventListings(rows, count), count)
  console.log('making the indexes')
  await migrated(store)
  console.log('counting the listings')
  await countAll(store)
}

async function migrated(store: Store): Promise<void> {
  await migrate('posts', store, POSTS_MIGRATIONS)
}

async function withStore(folder: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(storageOf({ DATA_DIR: folder }).storeUrl, { name: 'posts' })
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

async function addAll(store: Store, listings: Iterable<ListingDoc>, count: number): Promise<void> {
  const stored = store.collection<ListingDoc>('listings')
  const started = performance.now()
  let added = 0
  for (const piece of pieces(listings)) {
    const operations = piece.map((document) => ({ insertOne: { document } }))
    const write = () => stored.bulkWrite(operations, { ordered: false })
    added += (await createMarks(store).around(piece, write)).insertedCount
    if (added % REPORT_EVERY < PIECE) {
      const rate = added / ((performance.now() - started) / 1_000)
      console.log(`${added} of ${count} listings made, ${Math.round(rate)} a second`)
    }
  }
}

/** Does what a running site does beside its visitors, and waits for the end of it. */
async function countAll(store: Store): Promise<void> {
  const tallying = startTallying({ store, log: createLog({ level: 'error' }), now: () => new Date() })
  try {
    await whenSettled(store)
  } finally {
    await tallying.stop()
  }
}

function* pieces<T>(all: Iterable<T>): Generator<T[]> {
  let piece: T[] = []
  for (const one of all) {
    piece.push(one)
    if (piece.length < PIECE) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}
