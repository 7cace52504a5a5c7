import { readFile } from 'node:fs/promises'
import { percentile } from '../search/percentile.ts'
import { cpuOf, type RunningSite } from '../site-process.ts'
import type { Row } from '../table.ts'
import { addressOf, ROUTES, withSites } from './sites.ts'

const WARMING = 50
const PAGES = 100
const AT_ONCE = 10
const MOST_MS = 30

/** What it costs to render a page, and how long pages take that are rendered ten at once. */
export function benchRendering(): Promise<Row[]> {
  return withSites(async ({ rendered, unrendered }) => {
    const rows: Row[] = []
    for (const route of ROUTES) {
      const [ours, theirs] = [await addressOf(rendered.url, route, true), await addressOf(unrendered.url, route, false)]
      rows.push(...toRows(route, await costOf(rendered, ours), await costOf(unrendered, theirs)))
      rows.push(await tenAtOnce(route, ours))
    }
    return rows
  })
}

let pages = 0

/** No page is asked for twice, since it might be kept. */
async function openPage(address: string): Promise<void> {
  pages += 1
  const response = await fetch(`${address}?maxPrice=${900_000_000 + pages}`, { headers: { accept: 'text/html' } })
  await response.text()
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}.`)
}

async function openPages(address: string, count: number): Promise<void> {
  for (let page = 0; page < count; page += 1) await openPage(address)
}

interface Cost {
  site: number
  renderer: number
}

function toRows(route: string, ours: Cost, theirs: Cost): Row[] {
  const all = ours.site + ours.renderer
  const cores = (ours.renderer * 100) / 1_000
  return [
    {
      figure: `${route}: processor time of a page, rendered`,
      ours: ms(all),
      other: `not rendered ${ms(theirs.site)}`,
      ratio: all / theirs.site,
    },
    {
      figure: `${route}: the renderer at 100 pages a second`,
      ours: `${cores.toFixed(2)} cores`,
      other: '1 core',
      ratio: cores,
    },
  ]
}

/** Milliseconds for each page. */
async function costOf({ pid }: RunningSite, address: string): Promise<Cost> {
  await openPages(address, WARMING)
  const renderers = await childrenOf(pid)
  const spent = async () => {
    const all = await Promise.all([pid, ...renderers].map(cpuOf))
    return { site: all[0] ?? 0, both: all.reduce((sum, one) => sum + one, 0) }
  }
  const before = await spent()
  await openPages(address, PAGES)
  const after = await spent()
  const site = (after.site - before.site) / PAGES
  return { site, renderer: (after.both - before.both) / PAGES - site }
}

/** A site starts no other processes than those that render. */
async function childrenOf(pid: number): Promise<number[]> {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return listed.split(' ').filter(Boolean).map(Number)
}

async function tenAtOnce(route: string, address: string): Promise<Row> {
  const times: number[] = []
  for (let round = 0; round < PAGES / AT_ONCE; round += 1) {
    const started = performance.now()
    const open = () => openPage(address).then(() => times.push(performance.now() - started))
    await Promise.all(Array.from({ length: AT_ONCE }, open))
  }
  const p95 = percentile(times, 0.95)
  const figure = `${route}: until a page has arrived, ${AT_ONCE} rendered at once, p95`
  return { figure, ours: ms(p95), other: `limit ${MOST_MS} ms`, ratio: p95 / MOST_MS, limit: 1 }
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
