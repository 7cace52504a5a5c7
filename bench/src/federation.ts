import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../../platform/e2e/chromium.ts'
import { buildOneApp } from './one-app/build.ts'
import { loadPage, median, type PageLoad, PROFILES, type Profile } from './page-load.ts'
import { builtSite, freePort, startProcess } from './site-process.ts'
import type { Row } from './table.ts'

const RUNS = 9
const PATH = '/list'
const READY = 'article'
const LIMITS: Record<string, number> = { slow: 1.5, fast: 1.3 }

/**
 * Cost of module federation on a first visit to /list: the site against the same sources built as one rspack app. Both
 * are served by the same processes and rendered by the same registry; runs alternate.
 */
export async function benchFederation(): Promise<Row[]> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  const dirs = await Promise.all(['ours', 'one-app'].map((name) => mkdtemp(join(tmpdir(), `aangan-${name}-`))))
  const [oursDir = '', oneDir = ''] = dirs
  const start = async (dir: string) => {
    const site = builtSite(dir, await freePort())
    // The one app has no bundle for servers: neither page is rendered.
    return await startProcess({ ...site, env: { ...site.env, RENDER_WAIT_MS: '1' } })
  }
  const ours = await start(oursDir)
  const one = await start(oneDir)
  const browser = await openChromium(found.value)
  try {
    await buildOneApp(join(oneDir, 'releases'))
    const rows: Row[] = []
    for (const profile of PROFILES) rows.push(...(await compare(browser, profile, ours.url, one.url)))
    return rows
  } finally {
    await browser.close()
    await Promise.all([ours.stop(), one.stop()])
    await Promise.all(dirs.map((dir) => rm(dir, { recursive: true, force: true })))
  }
}

async function compare(browser: Browser, profile: Profile, ours: string, one: string): Promise<Row[]> {
  const [a, b]: [PageLoad[], PageLoad[]] = [[], []]
  // Warm-up, not counted: the first responses of each server.
  for (const url of [ours, one]) await loadPage(browser, url + PATH, READY, profile)
  for (let run = 0; run < RUNS; run++) {
    a.push(await loadPage(browser, ours + PATH, READY, profile))
    b.push(await loadPage(browser, one + PATH, READY, profile))
  }
  const row = (figure: string, key: keyof PageLoad, show: (value: number) => string, limit?: number): Row => {
    const [left, right] = [median(a.map((load) => load[key])), median(b.map((load) => load[key]))]
    const title = `${PATH}, ${profile.name}: ${figure} (median of ${RUNS})`
    return { figure: title, ours: show(left), other: `one app ${show(right)}`, ratio: left / right, limit }
  }
  return [
    row('LCP', 'lcpMs', (value) => `${Math.round(value)} ms`, LIMITS[profile.name]),
    row('bytes', 'bytes', (value) => `${(value / 1024).toFixed(0)} kB`),
    row('requests', 'requests', String),
  ]
}
