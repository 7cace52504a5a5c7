import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Post } from '@aangan/contracts/posts'
import type { Browser } from 'playwright-core'
import { findChromium, openChromium } from '../../platform/e2e/chromium.ts'
import { builtSite, freePort, startProcess } from './site-process.ts'

export interface BenchSite {
  url: string
  browser: Browser
  anyListing: string
  releasesDir: string
}

/** Runs `measure` with a built demo site and a browser, then stops both. Throws if Chromium is missing. */
export async function withSite<T>(measure: (site: BenchSite) => Promise<T>): Promise<T> {
  const found = findChromium()
  if (!('value' in found)) throw new Error(`This bench needs Chromium: ${found.missing}.`)
  const dataDir = await mkdtemp(join(tmpdir(), 'aangan-bench-'))
  const site = await startProcess(builtSite(dataDir, await freePort()))
  const browser = await openChromium(found.value)
  try {
    const [post] = (await (await fetch(`${site.url}/posts?limit=1`)).json()) as Post[]
    const releasesDir = join(dataDir, 'releases')
    return await measure({ url: site.url, browser, anyListing: post?.id ?? '', releasesDir })
  } finally {
    await browser.close()
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
