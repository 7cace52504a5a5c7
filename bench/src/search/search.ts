import { freePort, memoryOf, type RunningSite, startProcess } from '../site-process.ts'
import type { Row } from '../table.ts'
import type { Imported } from './data.ts'
import { type LargeSite, startLargeSite } from './large-site.ts'
import { percentile } from './percentile.ts'
import { drawMaps, drawSearches } from './queries.ts'
import { readRealRows } from './real-rows.ts'
import { type Mix, type Timed, timeSites } from './timing.ts'

const MANY = 1_000_000
const FEW = 10_000
const QUERIES = 5_000
const MAPS = 1_000

const LIMIT_MAP_ITEMS = 300
const LIMIT_HOLD_MS = 20
const LIMIT_MEMORY_MB = 350
const LIMIT_START_MS = 10_000
const LIMIT_IMPORT_MS = 300_000
const LIMIT_BYSTANDER_MS = 30
const LIMIT_BYTES = 1_200

const WATCHED = ['--import', new URL('loop-watch.js', import.meta.url).href]
/** Baseline for event loop blocks: an idle server shows those caused by the machine. */
const SILENT = `require('node:http').createServer((_, reply) => reply.end()).listen(process.env.PORT, '127.0.0.1')`
const IDLE = { command: process.execPath, args: [...WATCHED, '-e', SILENT], readyPath: '/' }

/** Whether searches of a million listings are as fast as of ten thousand. */
export async function benchSearch(): Promise<Row[]> {
  const real = await readRealRows()
  const mix = { queries: drawSearches(real, QUERIES), maps: drawMaps(real, MAPS) }
  return await rowsTimed(mix)
}

async function rowsTimed(mix: Mix): Promise<Row[]> {
  const running: RunningSite[] = []
  const note = <T extends RunningSite>(process: T): T => {
    running.push(process)
    return process
  }
  try {
    const large = note(await startLargeSite(MANY, WATCHED))
    const small = note(await startLargeSite(FEW, WATCHED))
    const idle = note(await startProcess({ ...IDLE, env: { PORT: String(await freePort()) }, talks: true }))
    for (const process of running) await process.ask()
    const [million, thousands] = await timeSites([large.url, small.url], mix)
    if (!million || !thousands) throw new Error('timeSites returned no times for one of the two sites.')
    const [held, machine] = [await holdOf(large), await holdOf(idle)]
    return [
      ...timeRows(million, thousands),
      ...startRows(large),
      ...importRows(large.imported),
      ...resourceRows(held, machine, (await memoryOf(large.pid)).peakMb),
    ]
  } finally {
    for (const process of running) await process.stop()
  }
}

function timeRows(million: Timed, thousands: Timed): Row[] {
  const row = (figure: string, [ours, other]: [number, number], name: string, limit?: number): Row => {
    return { figure, ours: ms(ours), other: `${name} ${ms(other)}`, ratio: ours / other, limit }
  }
  const at = (times: number[], share = 0.95) => percentile(times, share)
  const items = million.mostMapItems
  return [
    row('a search of a million, median', [at(million.searches, 0.5), at(thousands.searches, 0.5)], 'of 10,000'),
    row('a search of a million, p95', [at(million.searches), at(thousands.searches)], 'of 10,000', 2.5),
    row('a search of a million, p99', [at(million.searches, 0.99), at(thousands.searches, 0.99)], 'of 10,000', 3),
    row('a map of a million, p95', [at(million.maps), at(thousands.maps)], 'of 10,000', 2.5),
    {
      figure: `most items of ${MAPS} maps`,
      ours: String(items),
      other: `limit ${LIMIT_MAP_ITEMS}`,
      ratio: items / LIMIT_MAP_ITEMS,
      limit: 1,
    },
  ]
}

function startRows({ searchedMs, filledMs }: LargeSite): Row[] {
  const row = (figure: string, took: number, limit?: number): Row => {
    return { figure, ours: ms(took), other: `limit ${ms(LIMIT_START_MS)}`, ratio: took / LIMIT_START_MS, limit }
  }
  return [
    row('from the start of the process to the first search, with a snapshot', searchedMs, 1),
    row('the same without one', filledMs),
  ]
}

function importRows({ tookMs, bystanderMs, restingMs, peakMb, bytesEach, restingShare }: Imported): Row[] {
  const row = (figure: string, ours: string, other: string, ratio: number, limit?: number): Row => {
    return { figure, ours, other, ratio, limit }
  }
  const [seconds, most] = [tookMs / 1_000, LIMIT_IMPORT_MS / 1_000]
  const waited = (share: number) => {
    const wait = percentile(bystanderMs, share)
    return [ms(wait), `limit ${LIMIT_BYSTANDER_MS} ms`, wait / LIMIT_BYSTANDER_MS] as const
  }
  const added = (share: number) => {
    const [busy, resting] = [percentile(bystanderMs, share), percentile(restingMs, share)]
    return [ms(busy), `of the site at rest ${ms(resting)}`, busy / resting] as const
  }
  return [
    row('a million imported beside the site', `${seconds.toFixed(0)} s`, `limit ${most} s`, seconds / most, 1),
    row('a listing opened meanwhile, p99', ...waited(0.99), 1),
    row('the same, median', ...added(0.5)),
    row('the same, p99', ...added(0.99)),
    row('the same, longest', ...added(1)),
    row('CPU use 15 s after the import', `${(100 * restingShare).toFixed(1)} %`, 'limit 5 %', restingShare / 0.05, 1),
    row(
      'peak memory of the site during the import',
      `${Math.round(peakMb)} MB`,
      `limit ${LIMIT_MEMORY_MB} MB`,
      peakMb / LIMIT_MEMORY_MB,
      1,
    ),
    row(
      'store size per listing',
      `${Math.round(bytesEach)} bytes`,
      `limit ${LIMIT_BYTES} bytes`,
      bytesEach / LIMIT_BYTES,
      1,
    ),
  ]
}

/** Longest blocks of the event loop, in milliseconds: see loop-watch.js. */
interface Hold {
  clockMs: number
  ownMs: number
}

function resourceRows(held: Hold, machine: Hold, peakMb: number): Row[] {
  return [
    {
      figure: 'longest event loop block, thread time',
      ours: ms(held.ownMs),
      other: `limit ${LIMIT_HOLD_MS} ms`,
      ratio: held.ownMs / LIMIT_HOLD_MS,
      limit: 1,
    },
    {
      figure: 'longest event loop block, wall-clock time',
      ours: ms(held.clockMs),
      other: `of an idle process ${ms(machine.clockMs)}`,
      ratio: held.clockMs / machine.clockMs,
    },
    {
      figure: 'peak memory with a million listings',
      ours: `${Math.round(peakMb)} MB`,
      other: `limit ${LIMIT_MEMORY_MB} MB`,
      ratio: peakMb / LIMIT_MEMORY_MB,
      limit: 1,
    },
  ]
}

async function holdOf(process: RunningSite): Promise<Hold> {
  const answer = await process.ask()
  if (isHold(answer)) return answer
  throw new Error(`loop-watch.js sent ${JSON.stringify(answer)}, expected { clockMs, ownMs }.`)
}

function isHold(answer: unknown): answer is Hold {
  return typeof answer === 'object' && answer !== null && 'clockMs' in answer && 'ownMs' in answer
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
