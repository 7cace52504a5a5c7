import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '@aangan/platform/import/row'
import { prepareFolder, storageOf } from '@aangan/platform/storage'
import type { ListingDoc } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
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
 * The data folder of a site with so many invented listings, made once and kept until they come out differently. Making a
 * million takes minutes, so it says how far it is. Indexes are brought up to date in place.
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

/** Of some listings, each as it is stored. */
function fingerprint(rows: readonly Row[]): string {
  const hash = createHash('sha256')
  for (const listing of inventListings(rows, SAMPLE)) hash.update(JSON.stringify(listing))
  return hash.digest('hex').slice(0, 12)
}

/** As after an import and the relay, but in another order: indexes are made once all listings are there. */
async function fillStore(store: Store, rows: readonly Row[], count: number): Promise<void> {
  await addAll(store, inventListings(rows, count), count)
  console.log('making the indexes')
  await migrated(store)
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
    added += (await stored.bulkWrite(operations, { ordered: false })).insertedCount
    if (added % REPORT_EVERY < PIECE) {
      const rate = added / ((performance.now() - started) / 1_000)
      console.log(`${added} of ${count} listings made, ${Math.round(rate)} a second`)
    }
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
