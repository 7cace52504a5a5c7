import { percentile } from '../search/percentile.ts'
import { cpuOf, type RunningSite } from '../site-process.ts'
import type { Row } from '../table.ts'
import { addressOf, childrenOf, openPage, ROUTES, withSites } from './sites.ts'

const WARMING = 50
const PAGES = 100
const AT_ONCE = 10
const ROUNDS = 20
const MOST_MS = 30
const MOST_TIMES = 3

/** What it costs to render a page, and how long pages take that are asked for ten at once. */
export function benchRendering(): Promise<Row[]> {
  return withSites(async ({ rendered, unrendered }) => {
    const rows: Row[] = []
    for (const route of ROUTES) {
      const [ours, theirs] = [await addressOf(rendered.url, route, true), await addressOf(unrendered.url, route, false)]
      rows.push(...toRows(route, await costOf(rendered, ours), await costOf(unrendered, theirs)))
      rows.push(await differentPages(route, ours), await samePage(route, ours, await fileOf(rendered.url)))
    }
    return rows
  })
}

let pages = 0

/** No page is asked for twice, since it might be kept. */
function another(address: string): string {
  pages += 1
  return `${address}?maxPrice=${900_000_000 + pages}`
}

async function openPages(address: string, count: number): Promise<void> {
  for (let page = 0; page < count; page += 1) await openPage(another(address))
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

async function differentPages(route: string, address: string): Promise<Row> {
  const p95 = await tenAtOnce((visitor, onCome) => openPage(another(address), visitor).then(onCome))
  const figure = `${route}: until a page has arrived, of ${AT_ONCE} different ones at once, p95`
  return { figure, ours: ms(p95), other: `limit ${MOST_MS} ms`, ratio: p95 / MOST_MS, limit: 1 }
}

/** From the cache: a page is kept once it has been asked for twice. */
async function samePage(route: string, page: string, file: string): Promise<Row> {
  const timeOf = (address: string) => tenAtOnce((visitor, onCome) => openPage(address, visitor, onCome))
  for (const address of [page, file]) await timeOf(address)
  const [ours, theirs] = [await timeOf(page), await timeOf(file)]
  const figure = `${route}: until its first byte, of ${AT_ONCE} of one page at once, p95`
  return { figure, ours: ms(ours), other: `a static file ${ms(theirs)}`, ratio: ours / theirs, limit: MOST_TIMES }
}

/** The shell's styles. */
async function fileOf(url: string): Promise<string> {
  const [file] = /\/r\/shell\/[^"]+\.css/.exec(await openPage(url)) ?? []
  if (file === undefined) throw new Error(`${url} names no styles.`)
  return url + file
}

/** @returns p95 of the time from the request until `onCome`, in ms */
async function tenAtOnce(open: (visitor: number, onCome: () => void) => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now()
    const visit = (visitor: number) => open(visitor, () => times.push(performance.now() - started))
    await Promise.all(Array.from({ length: AT_ONCE }, (_, visitor) => visit(visitor + 1)))
  }
  return percentile(times, 0.95)
}

function ms(value: number): string {
  return `${value.toFixed(1)} ms`
}
