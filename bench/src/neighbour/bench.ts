import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { siteFolder } from '../search/data.ts'
import { percentile } from '../search/percentile.ts'
import { builtSite, freePort, startProcess } from '../site-process.ts'
import type { Row } from '../table.ts'
import { startAttacker } from './attack.ts'
import { allCalls } from './calls.ts'
import { visit, type Waits } from './neighbour.ts'

const LISTINGS = 20_000
/** Of the site's own limits per address: RATE_LIMIT a minute, CONCURRENT_LIMIT at once. */
const AT_MOST = { requests: 12_000, connections: 190 }
const ATTACK_MS = 15_000
const IDLE_MS = 2_000
const REST_MS = 1_000
const MOST_GROWTH = 3

/**
 * A visitor's response times while another address sends one call as often as its limits allow.
 * @param only a pattern of calls' names; by default all
 */
export async function benchNeighbour(only = ''): Promise<Row[]> {
  const { folder } = await siteFolder(LISTINGS)
  const dataDir = await mkdtemp(join(tmpdir(), 'aangan-neighbour-'))
  await cp(folder, dataDir, { recursive: true })
  const command = builtSite(dataDir, await freePort())
  const site = await startProcess({
    ...command,
    env: { ...command.env, RATE_LIMIT: String(AT_MOST.requests), UNANSWERED_LIMIT: '1000000' },
  })
  const attacker = startAttacker()
  try {
    const port = Number(new URL(site.url).port)
    // At rest before each call, and taken together: of a hundred requests alone, the slowest is chance.
    const idle = noWaits()
    const measured: Measured[] = []
    for (const [name, calls] of Object.entries(await allCalls(site.url))) {
      if (!new RegExp(only).test(name)) continue
      await pause(REST_MS)
      await visit(port, newAddress(), pause(IDLE_MS), idle)
      const attack = attacker.run({ port, address: newAddress(), ...AT_MOST, ms: ATTACK_MS, calls })
      const loaded = noWaits()
      await visit(port, newAddress(), attack, loaded)
      measured.push({ name, loaded, statuses: await attack })
    }
    return measured.map((one) => rowOf(one, idle))
  } finally {
    await attacker.stop()
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Measured {
  name: string
  loaded: Waits
  statuses: Record<string, number>
}

function noWaits(): Waits {
  return { search: [], page: [] }
}

let addresses = 0

/** Each has counters of its own. */
function newAddress(): string {
  addresses += 1
  return `127.1.${Math.floor(addresses / 250)}.${(addresses % 250) + 1}`
}

function rowOf({ name, loaded, statuses }: Measured, idle: Waits): Row {
  const growth = (kind: keyof Waits) => percentile(loaded[kind], 0.99) / percentile(idle[kind], 0.99)
  const sent = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`)
  return {
    figure: `${name} (${sent.join(', ')})`,
    ours: shown(loaded),
    other: `idle ${shown(idle)}`,
    ratio: Math.max(growth('search'), growth('page')),
    limit: MOST_GROWTH,
  }
}

/** Medians and 99th percentiles. */
function shown({ search, page }: Waits): string {
  const of = (waits: number[]) => `${percentile(waits, 0.5).toFixed(1)}, ${percentile(waits, 0.99).toFixed(1)}`
  return `search ${of(search)}; page ${of(page)} ms`
}
