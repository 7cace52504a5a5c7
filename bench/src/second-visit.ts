import { execFile } from 'node:child_process'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { DESKTOP } from '../../platform/e2e/first-paint/budgets.ts'
import { watchTransfers } from '../../platform/e2e/first-paint/transfer-size.ts'
import type { Row } from './table.ts'
import { withSite } from './with-site.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)
/** Copies of the parts, whose releases only this bench publishes. */
const COPIES = join(ROOT, '.cache/second-visit')
/** Of the bytes of a first visit. */
const MOST = 0.15

/** Loaded last. */
const MAP = '.ol-viewport'

interface Change {
  what: string
  part: string
  file: string
  line: [before: string, after: string]
  route: string
  /** A selector of the finished page. */
  ready: string
  limit?: number
}

/** One changed line each. */
const CHANGES: Change[] = [
  {
    what: 'the results of the list',
    part: 'mfe-listings',
    file: 'src/list/results.tsx',
    line: ['const SKELETONS = 12', 'const SKELETONS = 13'],
    route: '/list',
    ready: MAP,
    limit: MOST,
  },
  {
    what: 'the head of a listing',
    part: 'mfe-listings',
    file: 'src/listing/head.tsx',
    line: ["'for rent'", "'to let'"],
    route: '/{id}',
    ready: 'h1',
    limit: MOST,
  },
  {
    what: 'the footer of the shell',
    part: 'shell',
    file: 'src/page/footer.tsx',
    line: ['homes to buy and to rent', 'homes to buy and rent'],
    route: '/list',
    ready: MAP,
  },
]

/** Bytes of a second visit after a release that changed one line, against those of the first. */
export function benchSecondVisit(): Promise<Row[]> {
  return withSite(async ({ url, browser, anyListing, releasesDir }) => {
    await rm(COPIES, { recursive: true, force: true })
    const rows: Row[] = []
    for (const change of CHANGES) {
      const address = url + change.route.replace('{id}', anyListing)
      rows.push(await measure({ browser, address, releasesDir }, change))
    }
    return rows
  })
}

interface Visited {
  browser: Browser
  address: string
  releasesDir: string
}

async function measure({ browser, address, releasesDir }: Visited, change: Change): Promise<Row> {
  const folder = await copyOf(change.part)
  await release(folder, releasesDir)
  const context = await browser.newContext({ viewport: DESKTOP })
  const visit = async () => {
    const page = await context.newPage()
    const size = await watchTransfers(await context.newCDPSession(page))
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForSelector(change.ready)
    await page.waitForLoadState('networkidle')
    await page.close()
    return size.total
  }
  try {
    const first = await visit()
    const again = await visit()
    await edit(join(folder, change.file), change.line)
    await release(folder, releasesDir)
    const second = await visit()
    const figure = `${change.route}: second visit after a release that changed a line of ${change.what} (without a release ${kb(again)})`
    return { figure, ours: kb(second), other: `first visit ${kb(first)}`, ratio: second / first, limit: change.limit }
  } finally {
    await context.close()
  }
}

/** As deep as the original, whose version it must not have: ids of modules come from their paths. */
async function copyOf(part: string): Promise<string> {
  const copy = join(COPIES, part)
  await cp(join(ROOT, part), copy, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) })
  await edit(join(copy, 'package.json'), ['"version": "', '"version": "1000'])
  return copy
}

async function release(folder: string, releasesDir: string): Promise<void> {
  // Not in this process: tsx rewrites functions that the build copies into the bundle.
  await run('npm', ['run', 'build'], { cwd: folder })
  const env = { ...process.env, RELEASES_DIR: releasesDir }
  await run(process.execPath, ['platform/bin/release.js', join(folder, 'dist')], { cwd: ROOT, env })
}

async function edit(path: string, [before, after]: Change['line']): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.includes(before)) throw new Error(`${path} has no ${before}`)
  await writeFile(path, text.replace(before, after))
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} kB`
}
