import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { demoListings } from '@aangan/platform/demo/listings'
import type { ListingDoc } from '@aangan/posts/listing'
import { POSTS_MIGRATIONS } from '@aangan/posts/migrations'
import { createPostStore } from '@aangan/posts/store'
import { migrate } from '@aangan/service-kit/store/migrations'
import { openSqliteStore } from '@aangan/service-kit/store/sqlite/open'
import type { Store } from '@aangan/service-kit/store/store'
import { BATCH_SIZE } from '@aangan/service-kit/writes/batches'
import type { Row } from '../table.ts'
import { openOtherStore } from './other-stores.ts'

const ROUNDS = 7
const SINGLE = 200
const WRITERS = 100
const EACH = 30
const LISTINGS = 20_000
/** As the import does. */
const BATCHES_AT_ONCE = 3

interface Figures {
  /** Milliseconds of single writes. */
  single: number[]
  /** Milliseconds per write of concurrent writers, one for each round. */
  concurrent: number[]
  /** How long the event loop was busy or blocked for each of them, in milliseconds. */
  busy: number[]
  /** Seconds of an import, one for each round. */
  imported: number[]
}

const OPENERS = {
  ours: openSqliteStore,
  never: (folder: string, name: string) => openOtherStore(folder, name, 'never'),
  loop: (folder: string, name: string) => openOtherStore(folder, name, 'in the event loop'),
}
type Kind = keyof typeof OPENERS

/** Writes that are on the disk when acknowledged, against writes that are not, and against waiting in each commit. */
export async function benchWrites(): Promise<Row[]> {
  const none = (): Figures => ({ single: [], concurrent: [], busy: [], imported: [] })
  const figures: Record<Kind, Figures> = { ours: none(), never: none(), loop: none() }
  const listings = invented()
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const kind of Object.keys(OPENERS) as Kind[]) await measure(kind, figures[kind], listings)
  }
  return [...rows(figures, 'never', { imported: 2 }), ...rows(figures, 'loop', { concurrent: 0.8, busy: 0.5 })]
}

const NAMES = { never: 'not waiting for the disk', loop: 'waiting in the event loop' }

async function measure(kind: Kind, figures: Figures, listings: ListingDoc[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-writes-'))
  const store = await OPENERS[kind](folder, 'posts')
  try {
    await migrate('posts', store, POSTS_MIGRATIONS)
    await writeOneByOne(store, figures)
    await writeConcurrently(store, figures)
    await importListings(store, figures, listings)
  } finally {
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeOneByOne(store: Store, { single }: Figures): Promise<void> {
  const things = store.collection('things')
  for (let n = 0; n < SINGLE; n += 1) {
    await nextTurn()
    const begun = performance.now()
    await things.insertOne(thing(`one${n}`))
    single.push(performance.now() - begun)
  }
}

async function writeConcurrently(store: Store, { concurrent, busy }: Figures): Promise<void> {
  const things = store.collection('things')
  await nextTurn()
  const before = performance.eventLoopUtilization()
  const begun = performance.now()
  const writers = Array.from({ length: WRITERS }, async (_, writer) => {
    for (let n = 0; n < EACH; n += 1) {
      await things.insertOne(thing(`${writer} ${n}`))
      await nextTurn()
    }
  })
  await Promise.all(writers)
  concurrent.push((performance.now() - begun) / (WRITERS * EACH))
  busy.push(performance.eventLoopUtilization(before).active / (WRITERS * EACH))
}

async function importListings(store: Store, { imported }: Figures, listings: ListingDoc[]): Promise<void> {
  const posts = createPostStore(store)
  const begun = performance.now()
  let next = 0
  const writers = Array.from({ length: BATCHES_AT_ONCE }, async () => {
    while (next < listings.length) {
      const from = next
      next += BATCH_SIZE
      await posts.add(listings.slice(from, next))
    }
  })
  await Promise.all(writers)
  imported.push((performance.now() - begun) / 1000)
}

function invented(): ListingDoc[] {
  const owner = { id: '0'.repeat(24), username: 'bench', avatar: null, rev: 1 }
  const demo = demoListings([owner], new Date())
  return Array.from({ length: LISTINGS }, (_, n) => ({
    ...(demo[n % demo.length] as ListingDoc),
    _id: n.toString(16).padStart(24, '0'),
  }))
}

function thing(_id: string): { _id: string; text: string } {
  return { _id, text: 'x'.repeat(600) }
}

type Limits = Partial<Record<keyof Figures, number>>

function rows({ ours, ...others }: Record<Kind, Figures>, peer: keyof typeof NAMES, limits: Limits): Row[] {
  const compared = (figure: string, key: keyof Figures, { unit = 'ms', share = 0.5 } = {}): Row => {
    const [own, other] = [quantile(ours[key], share), quantile(others[peer][key], share)]
    const limit = limits[key]
    return {
      figure,
      ours: `${own.toFixed(2)} ${unit}`,
      other: `${NAMES[peer]} ${other.toFixed(2)} ${unit}`,
      ratio: own / other,
      ...(limit !== undefined && { limit }),
    }
  }
  return [
    compared('a single write, p50', 'single'),
    compared('a single write, p95', 'single', { share: 0.95 }),
    compared(`a write of ${WRITERS} concurrent writers`, 'concurrent'),
    compared('the event loop, for one of them', 'busy'),
    compared(`${LISTINGS} listings imported`, 'imported', { unit: 's' }),
  ]
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}
