import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publishRelease } from '@aangan/registry/releases/publish'
import { bootIn } from '@aangan/registry/testing/embedded'
import { makeNextRelease } from '../../../platform/e2e/remotes/next-release.ts'
import { memoryOf } from '../site-process.ts'
import type { Row } from '../table.ts'
import { childrenOf, isRendered, openPage, withRendered } from './sites.ts'

const NAME = 'mfe-static'
const PART = fileURLToPath(new URL(`../../../${NAME}`, import.meta.url))
const SOME = 20
const MANY = 100
/** Of memory, which is not to the byte. */
const MOST_GROWTH = 1.15

/** What renderers keep after many releases of a remote, each of which was deployed and rendered, against after a few. */
export function benchReleases(): Promise<Row[]> {
  return withRendered(async ({ site, releasesDir }) => {
    const release = async (first: number, last: number) => {
      for (let version = first; version <= last; version += 1) {
        const from = await makeNextRelease(releasesDir, { part: PART, version: `1000.0.${version}`, texts: {} })
        await publishRelease({ from, releasesDir })
        await openRendered(site.url, `1000.0.${version}`)
      }
      return keptBy(site.pid)
    }
    const some = await release(1, SOME)
    const many = await release(SOME + 1, MANY)
    const row = (
      figure: string,
      part: keyof Kept,
      { unit = '', limit }: { unit?: string; limit?: number } = {},
    ): Row => ({
      figure: `${figure} after ${MANY} releases`,
      ours: `${many[part]}${unit}`,
      other: `after ${SOME} ${some[part]}${unit}`,
      ratio: many[part] / some[part],
      limit,
    })
    return [
      // With what is not collected yet.
      row('memory of the site', 'siteMb', { unit: ' MB' }),
      row('memory of the processes that render', 'renderersMb', { unit: ' MB', limit: MOST_GROWTH }),
      row('processes that render', 'processes', { limit: 1 }),
      row('open files of the site', 'files', { limit: MOST_GROWTH }),
    ]
  })
}

async function openRendered(url: string, version: string): Promise<void> {
  const html = await openPage(`${url}/about`)
  if (bootIn(html).remotes[NAME]?.version !== version) throw new Error(`The page does not name ${version}.`)
  if (!isRendered(html)) throw new Error(`The page of ${version} is not rendered.`)
}

interface Kept {
  siteMb: number
  renderersMb: number
  processes: number
  files: number
}

async function keptBy(pid: number): Promise<Kept> {
  const renderers = await childrenOf(pid)
  const memory = await Promise.all([pid, ...renderers].map((each) => memoryOf(each)))
  const [site = 0, ...others] = memory.map(({ nowMb }) => Math.round(nowMb))
  return {
    siteMb: site,
    renderersMb: others.reduce((sum, one) => sum + one, 0),
    processes: renderers.length,
    files: (await readdir(join('/proc', String(pid), 'fd'))).length,
  }
}
