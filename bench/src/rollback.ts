import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { OUTCOMES_URL, type PageBoot } from '@aangan/contracts/page'
import { createToken } from '@aangan/registry/deploy/tokens'
import { publishRelease } from '@aangan/registry/releases/publish'
import { bootIn } from '@aangan/registry/testing/embedded'
import { makeNextRelease } from '../../platform/e2e/remotes/next-release.ts'
import { median } from './page-load.ts'
import { builtSite, freePort, startProcess } from './site-process.ts'
import type { Row } from './table.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const AANGAN = join(ROOT, 'packages/build/src/deploy/cli.js')
const NAME = 'mfe-listings'
const RUNS = 9
const HEALTHY = 20
const MOST_FAILED = 20
const LIMITS = { rollback: 5_000, canary: 10_000 }

interface Releasing {
  url: string
  releasesDir: string
  /** The folder of another version's build. */
  from: string
  env: NodeJS.ProcessEnv
}

/** How soon new pages have the version before: after `aangan rollback`, and after a canary has failed often enough. */
export async function benchRollback(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'aangan-bench-'))
  const built = builtSite(dataDir, await freePort())
  const running = await startProcess({ ...built, env: { ...built.env, TRUST_PROXY: '1' } })
  try {
    const { url } = running
    const releasesDir = join(dataDir, 'releases')
    const { token } = await createToken(releasesDir, { name: NAME, label: 'Bench', createdBy: 'operator' })
    const env = { ...process.env, AANGAN_SITE: url, AANGAN_TOKEN: token }
    const from = await makeNextRelease(releasesDir, { part: join(ROOT, NAME), version: '1000.0.0', texts: {} })
    const site = { url, releasesDir, from, env }
    const rollbacks: Rollback[] = []
    for (let run = 0; run < RUNS; run += 1) rollbacks.push(await rollBack(site))
    const canaries: number[] = []
    for (let run = 0; run < RUNS; run += 1) canaries.push(await failCanary(site, run))
    const rollback = (figure: string, part: keyof Rollback) =>
      row(figure, { times: rollbacks.map((each) => each[part]), limit: LIMITS.rollback })
    return [
      rollback('the first page with the version before, from the start of `aangan rollback`', 'firstMs'),
      rollback('the command ends, from its start', 'commandMs'),
      rollback('the first page asked for after its end, which has it, from its end', 'nextMs'),
      row('a page without the canary, from the report that is enough', { times: canaries, limit: LIMITS.canary }),
    ]
  } finally {
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

interface Rollback {
  firstMs: number
  commandMs: number
  nextMs: number
}

/** Asks for pages without a pause, while another process rolls the release back. */
async function rollBack({ url, releasesDir, from, env }: Releasing): Promise<Rollback> {
  await publishRelease({ from, releasesDir })
  const bad = await versionOn(url)
  const start = performance.now()
  let endedAt = Number.POSITIVE_INFINITY
  const command = promisify(execFile)(process.execPath, [AANGAN, 'rollback', '--name', NAME], { env }).finally(() => {
    endedAt = performance.now()
  })
  let firstAt: number | undefined
  for (;;) {
    const askedAt = performance.now()
    const isBack = (await versionOn(url)) !== bad
    if (isBack) firstAt ??= performance.now()
    if (askedAt < endedAt) continue
    await command
    if (!isBack || firstAt === undefined) throw new Error(`A page after the rollback has ${bad}.`)
    return { firstMs: firstAt - start, commandMs: endedAt - start, nextMs: performance.now() - endedAt }
  }
}

/** Reports as pages do, each from an address of its own. */
async function failCanary({ url, releasesDir, from }: Releasing, run: number): Promise<number> {
  const stable = await versionOn(url)
  await publishRelease({ from, releasesDir, to: { share: 0.1 } })
  let address = 0
  const report = async (version: string, outcome: string) => {
    address += 1
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.${run}.0.${address}` }
    const body = JSON.stringify({ remote: NAME, version, outcome, page: 'a' })
    const { status } = await fetch(url + OUTCOMES_URL, { method: 'POST', headers, body })
    if (status !== 204) throw new Error(`A report got ${status}.`)
  }
  for (let each = 0; each < HEALTHY; each += 1) await report(stable, 'shown')
  for (let failed = 0; failed < MOST_FAILED; failed += 1) {
    const start = performance.now()
    await report('1000.0.0', 'mount')
    if (!(await bootOn(url)).canaries) return performance.now() - start
  }
  throw new Error(`The canary stays after ${MOST_FAILED} failures.`)
}

async function versionOn(url: string): Promise<string> {
  const version = (await bootOn(url)).remotes[NAME]?.version
  if (version === undefined) throw new Error(`The page names no ${NAME}.`)
  return version
}

async function bootOn(url: string): Promise<PageBoot> {
  return bootIn(await (await fetch(`${url}/list`, { headers: { accept: 'text/html' } })).text())
}

function row(figure: string, { times, limit }: { times: number[]; limit: number }): Row {
  const [typical, worst] = [median(times), Math.max(...times)].map((time) => `${time.toFixed(0)} ms`)
  return {
    figure: `${figure} (median of ${RUNS}, at most ${worst})`,
    ours: String(typical),
    other: `limit ${limit} ms`,
    ratio: Math.max(...times) / limit,
    limit: 1,
  }
}
