import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { builtSite, freePort, type RunningSite, startProcess } from '../site-process.ts'
import { type Imported, siteFolder } from './data.ts'

export interface LargeSite extends RunningSite {
  /** From spawning the process to the first successful search: with a snapshot, and without (`filledMs`). */
  searchedMs: number
  filledMs: number
  imported: Imported
}

const PATIENCE_MS = 180_000
const POLL_MS = 20

/**
 * Starts the built site on `count` generated listings, twice: the first start has no snapshot. `args` are Node options.
 * @throws Error if it shows another number of listings, which would make the measurement meaningless
 */
export async function startLargeSite(count: number, args: string[] = []): Promise<LargeSite> {
  const { folder, imported } = await siteFolder(count)
  await readThrough(join(folder, 'store', 'posts.db'))
  await rm(join(folder, 'search.bin'), { force: true })
  const first = await start(folder, [], imported.listed)
  await first.stop()
  return { ...(await start(folder, args, imported.listed)), filledMs: first.searchedMs, imported }
}

async function start(folder: string, args: string[], count: number): Promise<RunningSite & { searchedMs: number }> {
  const began = performance.now()
  const command = builtSite(folder, await freePort())
  const site = await startProcess({ ...command, args: [...args, ...command.args], talks: args.length > 0 })
  const shown = await firstCount(site.url)
  const searchedMs = performance.now() - began
  if (shown === count) return { ...site, searchedMs }
  await site.stop()
  throw new Error(`The site shows ${shown} listings, expected ${count}.`)
}

/** Loads the file into the page cache, as on a machine that has run for a while. */
async function readThrough(file: string): Promise<void> {
  await pipeline(createReadStream(file, { highWaterMark: 1_000_000 }), new Writable({ write: (_, __, done) => done() }))
}

async function firstCount(url: string): Promise<number> {
  const limit = performance.now() + PATIENCE_MS
  while (performance.now() < limit) {
    const response = await fetch(`${url}/posts?limit=1`)
    await response.text()
    if (response.ok) return Number(response.headers.get('x-total-count'))
    await pause(POLL_MS)
  }
  throw new Error(`No search succeeded within ${PATIENCE_MS} ms.`)
}
