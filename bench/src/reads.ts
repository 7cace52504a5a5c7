import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openSqliteStore } from '@aangan/service-kit/store/sqlite/open'
import { makeQuery } from '@aangan/service-kit/store/sqlite/query'
import { READS } from '@aangan/service-kit/store/sqlite/read'
import { inSnapshot, openReader } from '@aangan/service-kit/store/sqlite/reader'
import type { Row } from './table.ts'

const DOCUMENTS = 20_000
const PAGE = 61
const ROUNDS = 10
const EACH = 300

interface Thing {
  _id: string
  city: string
  price: number
  text: string
}

interface Times {
  waits: number[]
  busyMs: number
}

/** Reads of the embedded store in its worker threads, against the same reads in the calling thread. */
export async function benchReads(): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-reads-'))
  const store = await openSqliteStore(folder, 'things')
  const things = store.collection<Thing>('things')
  const documents = Array.from({ length: DOCUMENTS }, (_, n) => thing(n))
  await things.bulkWrite(
    documents.map((document) => ({ insertOne: { document } })),
    { ordered: false },
  )
  const reader = openReader(join(folder, 'things.db'), makeQuery)
  try {
    const ids = Array.from({ length: PAGE }, (_, n) => `id${n * 300}`)
    const filter = { _id: { $in: ids } }
    const here = () =>
      inSnapshot(reader, () => READS.find(reader, 'things', filter, {})).flatMap((list) => JSON.parse(list))
    const threaded: Times = { waits: [], busyMs: 0 }
    const direct: Times = { waits: [], busyMs: 0 }
    for (let round = 0; round < ROUNDS; round += 1) {
      await measure(() => things.find(filter).toArray(), threaded)
      await measure(here, direct)
    }
    const at = (share: number) => row(share, quantile(threaded.waits, share), quantile(direct.waits, share))
    const busy = { ours: threaded.busyMs / (ROUNDS * EACH), other: direct.busyMs / (ROUNDS * EACH) }
    return [at(0.5), at(0.95), { ...compared('the event loop, for one of them', busy.ours, busy.other), limit: 0.8 }]
  } finally {
    reader.connection.close()
    await store.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function thing(n: number): Thing {
  return { _id: `id${n}`, city: `c${n % 50}`, price: n % 977, text: 'x'.repeat(600) }
}

/** Adds the times of EACH reads, after a warm-up. */
async function measure(read: () => unknown, times: Times): Promise<void> {
  for (let n = 0; n < EACH / 10; n += 1) await read()
  const before = performance.eventLoopUtilization()
  for (let n = 0; n < EACH; n += 1) {
    await nextTurn()
    const begun = performance.now()
    await read()
    times.waits.push(performance.now() - begun)
  }
  times.busyMs += performance.eventLoopUtilization(before).active
}

function quantile(values: number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
}

function row(share: number, ours: number, other: number): Row {
  return compared(`${PAGE} documents by id, p${share * 100}`, ours, other)
}

function compared(figure: string, ours: number, other: number): Row {
  return {
    figure,
    ours: `${ours.toFixed(2)} ms`,
    other: `in the asking thread ${other.toFixed(2)} ms`,
    ratio: ours / other,
  }
}
