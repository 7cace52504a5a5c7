import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { ScaledSite } from '@aangan/platform/chat-faults/site'
import { pidsOf, withScaledSite } from './with-scaled-site.ts'

/** Eight samples, one per second: servers keep state of a closed connection for five seconds. */
const SAMPLES = 8
const SAMPLE_MS = 1_000

interface Used {
  rss: number
  heapUsed: number
}

export type Collected = Record<(typeof PARTS)[number], Used>

/** The processes that hold connections, and their names in the tables. */
export const PARTS = ['realtime-1', 'gateway'] as const
export const NAMES = { 'realtime-1': 'node', gateway: 'gateway' }

/**
 * Runs `measure` against a site with one node.
 * @param measure receives a function that returns the memory of node and gateway after a forced collection, in bytes: the
 * minimum over some seconds, because the state of closed connections is freed late
 */
export async function withCollecting<T>(
  env: Record<string, string>,
  measure: (site: ScaledSite, collect: () => Promise<Collected>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'heap-'))
  const heap = { HEAP_SOCKETS: folder, NODE_OPTIONS: `--import ${new URL('heap.js', import.meta.url)}` }
  try {
    return await withScaledSite({ keepsData: false, chats: 1, realtime: 1, env: { ...env, ...heap } }, (site) => {
      const pids = pidsOf(site, PARTS)
      const of = (part: string) => leastOf(join(folder, String(pids[part])))
      return measure(site, async () => {
        const [node, gateway] = await Promise.all([of('realtime-1'), of('gateway')])
        return { 'realtime-1': node, gateway }
      })
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function leastOf(socket: string): Promise<Used> {
  const least = { rss: Number.POSITIVE_INFINITY, heapUsed: Number.POSITIVE_INFINITY }
  for (let count = 0; count < SAMPLES; count += 1) {
    const { rss, heapUsed } = JSON.parse(await text(connect(socket))) as Used
    least.rss = Math.min(least.rss, rss)
    least.heapUsed = Math.min(least.heapUsed, heapUsed)
    await pause(SAMPLE_MS)
  }
  return least
}
