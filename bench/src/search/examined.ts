import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { storageOf } from '@aangan/platform/storage'
import { buildPosts } from '@aangan/posts/app'
import { readPostsConfig } from '@aangan/posts/config'
import type { ListingDoc } from '@aangan/posts/listing'
import { createMarks } from '@aangan/posts/tallies/marks'
import { openBus } from '@aangan/service-kit/bus/open'
import { createLog } from '@aangan/service-kit/log'
import { createMetrics } from '@aangan/service-kit/metrics'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { openStore } from '@aangan/service-kit/store/open'
import { openSqliteStore } from '@aangan/service-kit/store/sqlite/open'
import type { Store } from '@aangan/service-kit/store/store'
import type { Query } from './queries.ts'
import { pathOf, toPage } from './requests.ts'

/** What one search went through: rows of listings and of their tallies alike, by an index or as a document. */
export interface Examined {
  path: string
  rows: number
}

/** What counts rows while the service answers. */
export interface Counter {
  reset(): void
  read(): Promise<number>
}

/** Counts what the service goes through in the SQLite of a site's folder for each query, its count of all results included. */
export async function countExamined(folder: string, queries: Query[]): Promise<Examined[]> {
  let visits = 0
  const directory = storageOf({ DATA_DIR: folder }).storeUrl.slice('sqlite:'.length)
  const store = openSqliteStore(directory, 'posts', { onVisits: (count) => (visits += count) })
  try {
    return await examine(store, queries, { reset: () => (visits = 0), read: async () => visits })
  } finally {
    await store.close()
  }
}

/** The same while a listing is written and not counted yet. */
export async function countExaminedWhileWriting(folder: string, queries: Query[]): Promise<Examined[]> {
  const store = await openStore(storageOf({ DATA_DIR: folder }).storeUrl, { name: 'posts' })
  try {
    const listing = await store.collection<ListingDoc>('listings').findOne({})
    if (listing === null) throw new Error(`${folder} has no listing.`)
    return await createMarks(store).around([listing], () => countExamined(folder, queries))
  } finally {
    await store.close()
  }
}

/** The same in any store. */
export async function examine(store: Store, queries: Query[], counter: Counter): Promise<Examined[]> {
  const busFolder = await mkdtemp(join(tmpdir(), 'bench-bus-'))
  const log = createLog({ level: 'error' })
  const bus = await openBus(`sqlite:${busFolder}`, { name: 'bench', log })
  const parts = { store, bus, log, metrics: createMetrics(), identity: createKeyPair(), now: () => new Date() }
  const app = await buildPosts({ config: readPostsConfig({}), ...parts })
  const get = async (path: string) => {
    const { statusCode, headers, body } = await app.inject({ url: path })
    if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${body}`)
    return { link: headers.link === undefined ? null : String(headers.link) }
  }
  try {
    const examined: Examined[] = []
    for (const query of queries) {
      const path = await toPage(query, get)
      counter.reset()
      await get(path)
      const rows = await counter.read()
      examined.push({ path: `${pathOf(query)}${query.page > 1 ? ` page ${query.page}` : ''}`, rows })
    }
    return examined
  } finally {
    await app.close()
    await bus.close()
    await rm(busFolder, { recursive: true, force: true })
  }
}
