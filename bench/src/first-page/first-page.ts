import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../../../platform/e2e/chromium.ts'
import { FAST, median, PROFILES, type Profile } from '../page-load.ts'
import type { Row } from '../table.ts'
import { startSinglePage } from './single-page.ts'
import { addressOf, ROUTES, withSites } from './sites.ts'
import { type Visit, visit } from './visit.ts'

const RUNS = 7
/** At most, as a part of the single-page application's. */
const LCP: Record<string, number> = { slow: 0.5, fast: 0.6 }
const FCP = 0.4
const CLS = 0.02

/** By site, in the order of their turns. */
interface BySite<T> {
  rendered: T
  unrendered: T
  single: T
}

/**
 * The first page: rendered by the server, by the browser alone, and a single-page application with the same screens.
 * @param only a route
 */
export async function benchFirstPage(only?: string): Promise<Row[]> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  return withSites(async ({ rendered, unrendered, folder }) => {
    const single = await startSinglePage(join(folder, 'single'))
    const browser = await openChromium(found.value)
    try {
      const rows: Row[] = []
      for (const route of ROUTES.filter((one) => only === undefined || one === only)) {
        const addresses = {
          rendered: await addressOf(rendered.url, route, true),
          unrendered: await addressOf(unrendered.url, route, false),
          single: await addressOf(single.url, route, false),
        }
        // Not counted: the first answers of each server.
        for (const address of Object.values(addresses)) await visit(browser, address, FAST)
        for (const profile of PROFILES) {
          const medians = await visitInTurn(browser, addresses, profile)
          rows.push(...toRows(`${route}, ${profile.name}`, medians, LCP[profile.name]))
        }
      }
      return rows
    } finally {
      await browser.close()
      await single.stop()
    }
  })
}

async function visitInTurn(browser: Browser, addresses: BySite<string>, profile: Profile): Promise<BySite<Visit>> {
  const visitAll = async () => ({
    rendered: await visit(browser, addresses.rendered, profile),
    unrendered: await visit(browser, addresses.unrendered, profile),
    single: await visit(browser, addresses.single, profile),
  })
  const runs: BySite<Visit>[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await visitAll())
  const medianOf = (site: keyof BySite<Visit>): Visit => {
    const of = (key: keyof Visit) => median(runs.map((run) => run[site][key]))
    return {
      fcp: of('fcp'),
      lcp: of('lcp'),
      cls: of('cls'),
      mounted: of('mounted'),
      usable: of('usable'),
      scriptBytes: of('scriptBytes'),
    }
  }
  return { rendered: medianOf('rendered'), unrendered: medianOf('unrendered'), single: medianOf('single') }
}

function toRows(title: string, { rendered, unrendered, single }: BySite<Visit>, mostLcp: number | undefined): Row[] {
  const against = (
    what: string,
    key: 'fcp' | 'lcp' | 'mounted' | 'usable',
    site: 'unrendered' | 'single',
    limit?: number,
  ): Row => {
    const [name, theirs] = site === 'single' ? ['single page', single] : ['not rendered', unrendered]
    const ratio = rendered[key] / theirs[key]
    return { figure: `${title}: ${what}`, ours: ms(rendered[key]), other: `${name} ${ms(theirs[key])}`, ratio, limit }
  }
  return [
    against('first paint', 'fcp', 'single', FCP),
    against('first paint', 'fcp', 'unrendered'),
    against('largest paint', 'lcp', 'single', mostLcp),
    against('largest paint', 'lcp', 'unrendered'),
    against('hydrated', 'mounted', 'unrendered', 1),
    against('hydrated', 'mounted', 'single'),
    against('hydrated and painted', 'usable', 'unrendered'),
    {
      figure: `${title}: layout shift`,
      ours: rendered.cls.toFixed(3),
      other: `limit ${CLS}`,
      ratio: rendered.cls / CLS,
      limit: 1,
    },
    {
      figure: `${title}: scripts that had arrived at the largest paint`,
      ours: kb(rendered.scriptBytes),
      other: `single page ${kb(single.scriptBytes)}`,
      ratio: rendered.scriptBytes / single.scriptBytes,
    },
  ]
}

function ms(value: number): string {
  return `${Math.round(value)} ms`
}

function kb(bytes: number): string {
  return `${Math.round(bytes / 1024)} kB`
}
