import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Post } from '@aangan/contracts/posts'
import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../../../platform/e2e/chromium.ts'
import { median, PROFILES, type Profile } from '../page-load.ts'
import { builtSite, freePort, startProcess } from '../site-process.ts'
import type { Row } from '../table.ts'
import { startSinglePage } from './single-page.ts'
import { type Visit, visit } from './visit.ts'

const RUNS = 5
const ROUTES = ['/', '/list', '/{id}', '/agents']
/** At most, as a part of the single-page application's. */
const LCP: Record<string, number> = { slow: 0.5, fast: 0.6 }
const FCP = 0.4
const CLS = 0.02

/** Waits longer than a visitor would let it, since a busy machine must not turn one site into the other. */
const RENDERED = { RENDER_WAIT_MS: '10000', RENDER_MS: '10000' }
/** No renderer is that quick. */
const UNRENDERED = { RENDER_WAIT_MS: '1' }

type Sites = Record<'rendered' | 'unrendered' | 'single', string>

/**
 * The first page: rendered by the server, by the browser alone, and a single-page application with the same screens.
 * @param only a route
 */
export async function benchFirstPage(only?: string): Promise<Row[]> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  const folder = await mkdtemp(join(tmpdir(), 'aangan-first-page-'))
  const running: { url: string; stop(): Promise<void> }[] = []
  try {
    for (const env of [RENDERED, UNRENDERED]) running.push(await startWith(join(folder, String(running.length)), env))
    running.push(await startSinglePage(join(folder, 'single')))
    const [rendered = '', unrendered = '', single = ''] = running.map(({ url }) => url)
    const browser = await openChromium(found.value)
    try {
      return await compareAll(browser, { rendered, unrendered, single }, only)
    } finally {
      await browser.close()
    }
  } finally {
    await Promise.all(running.map((site) => site.stop()))
    await rm(folder, { recursive: true, force: true })
  }
}

async function startWith(dataDir: string, env: Record<string, string>) {
  const site = builtSite(dataDir, await freePort())
  return startProcess({ ...site, env: { ...site.env, ...env } })
}

async function compareAll(browser: Browser, sites: Sites, only: string | undefined): Promise<Row[]> {
  const rows: Row[] = []
  for (const route of ROUTES.filter((one) => only === undefined || one === only)) {
    // Each site has listings of its own.
    const addresses = await mapSites(sites, async (url) => url + route.replace('{id}', await anyListing(url)))
    await expectRendered(addresses)
    for (const profile of PROFILES)
      rows.push(...toRows(`${route}, ${profile.name}`, profile, await alternate(browser, addresses, profile)))
  }
  return rows
}

async function anyListing(url: string): Promise<string> {
  const [post] = (await (await fetch(`${url}/posts?limit=1`)).json()) as Post[]
  return post?.id ?? ''
}

async function expectRendered(addresses: Sites): Promise<void> {
  const are = await mapSites(addresses, async (url) => {
    const response = await fetch(url, { headers: { accept: 'text/html' } })
    return (await response.text()).includes('id="root" data-rendered')
  })
  const expected = { rendered: true, unrendered: false, single: false }
  if (JSON.stringify(are) !== JSON.stringify(expected))
    throw new Error(`Rendered by the server: ${JSON.stringify(are)}, not ${JSON.stringify(expected)}.`)
}

async function mapSites<T>(sites: Sites, map: (url: string) => Promise<T>) {
  const [rendered, unrendered, single] = [
    await map(sites.rendered),
    await map(sites.unrendered),
    await map(sites.single),
  ]
  return { rendered, unrendered, single }
}

type Medians = Record<keyof Sites, Visit>

async function alternate(browser: Browser, addresses: Sites, profile: Profile): Promise<Medians> {
  // Not counted: the first answers of each server.
  await mapSites(addresses, (url) => visit(browser, url, profile))
  const runs: Medians[] = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await mapSites(addresses, (url) => visit(browser, url, profile)))
  const medianOf = (site: keyof Sites): Visit => {
    const of = (key: keyof Visit) => median(runs.map((run) => run[site][key]))
    return { fcp: of('fcp'), lcp: of('lcp'), cls: of('cls'), mounted: of('mounted'), scriptBytes: of('scriptBytes') }
  }
  return { rendered: medianOf('rendered'), unrendered: medianOf('unrendered'), single: medianOf('single') }
}

function toRows(title: string, profile: Profile, { rendered, unrendered, single }: Medians): Row[] {
  const against = (what: string, ours: number, other: [string, number], limit?: number): Row => {
    const [name, theirs] = other
    return { figure: `${title}: ${what}`, ours: ms(ours), other: `${name} ${ms(theirs)}`, ratio: ours / theirs, limit }
  }
  return [
    against('first paint', rendered.fcp, ['single page', single.fcp], FCP),
    against('largest paint', rendered.lcp, ['single page', single.lcp], LCP[profile.name]),
    against('the same', rendered.lcp, ['not rendered', unrendered.lcp]),
    against('hydrated', rendered.mounted, ['not rendered', unrendered.mounted], 1),
    against('the same', rendered.mounted, ['single page', single.mounted]),
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
