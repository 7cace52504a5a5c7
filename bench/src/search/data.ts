import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Row } from '@aangan/platform/import/row'
import { prepareFolder, readStorage } from '@aangan/platform/storage'
import { builtSite, cpuOf, freePort, memoryOf, type RunningSite, startProcess } from '../site-process.ts'
import { csvOf } from './invent.ts'
import { readRealRows } from './real-rows.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const CACHE = fileURLToPath(new URL('../../.cache/', import.meta.url))
const NOTE = 'imported.json'

/** Rows hashed to detect a change of the generated data. */
const SAMPLE = 1_000
const ASK_EVERY_MS = 50
const RESTING_MS = 20_000
/** Time after which a site should be idle again. */
const REST_MS = 15_000
const MEASURE_MS = 5_000

/** Result of `npm run import` next to a running site. */
export interface Imported {
  listed: number
  tookMs: number
  /** Response times of a listing during the import, and in 20 s of rest before it. */
  bystanderMs: number[]
  restingMs: number[]
  peakMb: number
  bytesEach: number
  /** Share of one processor that the site uses 15 to 20 s later. */
  restingShare: number
}

/** Returns the data folder of a site with `count` imported, generated rows. Cached until the generated rows change. */
export async function siteFolder(count: number): Promise<{ folder: string; imported: Imported }> {
  const rows = await readRealRows()
  const folder = join(CACHE, `imported-${count}-${fingerprint(rows)}`)
  if (!existsSync(folder)) {
    const unfinished = `${folder}.part`
    await rm(unfinished, { recursive: true, force: true })
    await prepareFolder(readStorage({ DATA_DIR: unfinished }))
    const file = join(CACHE, `${count}.csv`)
    await pipeline(Readable.from(csvOf(rows, count)), createWriteStream(file))
    await writeFile(join(unfinished, NOTE), JSON.stringify(await importBeside(unfinished, file)))
    await rm(file)
    await rename(unfinished, folder)
  }
  return { folder, imported: JSON.parse(await readFile(join(folder, NOTE), 'utf8')) }
}

function fingerprint(rows: readonly Row[]): string {
  const hash = createHash('sha256')
  for (const line of csvOf(rows, SAMPLE)) hash.update(line)
  return hash.digest('hex').slice(0, 12)
}

async function importBeside(folder: string, file: string): Promise<Imported> {
  const site = await startProcess(builtSite(folder, await freePort()))
  try {
    const [{ id }] = (await (await fetch(`${site.url}/posts?limit=1`)).json()) as [{ id: string }]
    const restingMs = await bystand(`${site.url}/posts/${id}`, pause(RESTING_MS))
    const started = performance.now()
    const bystanderMs = await bystand(`${site.url}/posts/${id}`, run('platform/bin/import.js', [file], folder))
    const tookMs = performance.now() - started
    const listed = Number((await fetch(`${site.url}/posts?limit=1`)).headers.get('x-total-count'))
    const { size } = await stat(join(folder, 'store', 'posts.db'))
    const { peakMb } = await memoryOf(site.pid)
    const bytesEach = size / listed
    return { listed, tookMs, bystanderMs, restingMs, peakMb, bytesEach, restingShare: await restingShare(site) }
  } finally {
    await site.stop()
  }
}

/** Opens a listing twenty times a second while `work` is not over. Returns the response times. */
async function bystand(url: string, work: Promise<void>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  const over = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    const asked = performance.now()
    await (await fetch(url)).text()
    times.push(performance.now() - asked)
    await pause(ASK_EVERY_MS)
  }
  await over
  return times
}

async function restingShare({ pid }: RunningSite): Promise<number> {
  await pause(REST_MS)
  const before = await cpuOf(pid)
  await pause(MEASURE_MS)
  return ((await cpuOf(pid)) - before) / MEASURE_MS
}

async function run(command: string, args: string[], folder: string): Promise<void> {
  const env = { ...process.env, DATA_DIR: folder }
  const child = spawn(process.execPath, [command, ...args], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} exited with code ${code}.`)
}
