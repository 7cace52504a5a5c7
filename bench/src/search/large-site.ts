import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { MapItem } from '@aangan/contracts/posts'
import { builtSite, freePort, type RunningSite, startProcess } from '../site-process.ts'
import { siteFolder } from './data.ts'

/**
 * Starts the built site on so many invented listings. `args` are Node's own.
 * @throws Error where it shows others: then whatever is measured would say nothing
 */
export async function startLargeSite(count: number, args: string[] = []): Promise<RunningSite> {
  const folder = await siteFolder(count)
  await readThrough(join(folder, 'store', 'posts.db'))
  const command = builtSite(folder, await freePort())
  const site = await startProcess({ ...command, args: [...args, ...command.args], talks: args.length > 0 })
  const shown = await countOnMap(site.url)
  if (shown === count) return site
  await site.stop()
  throw new Error(`The site was to show ${count} listings and shows ${shown}.`)
}

/** So that the system has it in memory, as on a machine that has run for a while. */
async function readThrough(file: string): Promise<void> {
  await pipeline(createReadStream(file, { highWaterMark: 1_000_000 }), new Writable({ write: (_, __, done) => done() }))
}

async function countOnMap(url: string): Promise<number> {
  const response = await fetch(`${url}/posts/map?bbox=-180,-90,180,90&zoom=2`)
  const items = (await response.json()) as MapItem[]
  return items.reduce((sum, item) => sum + (item.kind === 'cluster' ? item.count : 1), 0)
}
