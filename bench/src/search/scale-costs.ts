import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRandom } from '@aangan/platform/demo/random'
import { addressOf } from '@aangan/platform/facts/wording'
import type { Row as Home } from '@aangan/platform/import/row'
import type { SearchedPost } from '@aangan/posts/search/listing-row'
import type { MapView, SearchRequest } from '@aangan/posts/search/search'
import { SearchIndex } from '@aangan/posts/search/search-index'
import { readSnapshot, writeSnapshot } from '@aangan/posts/search/snapshot'
import { readPostFilters } from '@aangan/service-kit/post-filters'
import { percentile } from './percentile.ts'
import { readRealRows } from './real-rows.ts'
import type { Costs } from './scale.ts'

const SEED = 20_261_123
const TIMES = 30
const YEAR_MS = 365 * 86_400_000

/** The most expensive queries: the whole country, where almost every block has matches. */
const PAGE: SearchRequest = {
  ...{ filters: readPostFilters({ type: 'rent', maxPrice: '30000', minSize: '600' }), boxes: null },
  ...{ sort: 'newest', limit: 60, after: null },
}
const MAP: MapView = {
  filters: readPostFilters({ type: 'rent', maxPrice: '30000' }),
  boxes: [{ west: 68, south: 6, east: 98, north: 38 }],
  zoom: 5,
}

async function costsOf(homes: readonly Home[], count: number): Promise<Costs> {
  const before = memory()
  const index = new SearchIndex()
  const fillMs = await took(async () => {
    for (const post of invent(homes, count)) index.apply(post)
  })
  const memoryMb = memory() - before
  const pageMs = timed(() => index.page(PAGE))
  const mapMs = timed(() => index.map(MAP))
  const folder = await mkdtemp(join(tmpdir(), 'scale-'))
  const file = join(folder, 'search.bin')
  const writeMs = await took(() => writeSnapshot(file, { index, position: 1 }))
  const fileMb = (await stat(file)).size / 1e6
  const readMs = await took(() => readSnapshot(file))
  await rm(folder, { recursive: true })
  return { memoryMb, fillMs, pageMs, mapMs, fileMb, writeMs, readMs }
}

/** Repeats real homes, each time slightly moved and at another price. */
function* invent(homes: readonly Home[], count: number): Generator<SearchedPost> {
  const random = createRandom(SEED)
  const now = Date.now()
  for (let at = 0; at < count; at += 1) {
    const home = random.pick(homes)
    const { type, property, bedroom, size, city, furnishing } = home
    yield {
      ...{ id: (at + 1).toString(16).padStart(8, '0').repeat(3), rev: 1, status: 'live' },
      createdAt: new Date(now - random.next() * YEAR_MS).toISOString(),
      ...{ type, property, bedroom, furnishing, size, city, address: addressOf(home) },
      price: Math.round(home.price * (0.8 + 0.4 * random.next())),
      latitude: String(home.latitude + 0.02 * (random.next() - 0.5)),
      longitude: String(home.longitude + 0.02 * (random.next() - 0.5)),
    }
  }
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

function memory(): number {
  collectGarbage()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 1e6
}

function timed(work: () => unknown): number {
  const times = Array.from({ length: TIMES }, () => {
    const before = process.cpuUsage()
    work()
    return spentSince(before)
  })
  return percentile(times, 0.95)
}

async function took(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return spentSince(before)
}

/** Processor time in ms, which neighbours on the machine hardly change. */
function spentSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

process.stdout.write(JSON.stringify(await costsOf(await readRealRows(), Number(process.argv[2]))))
