import type { Post } from '@aangan/contracts/posts'
import { needs } from '@aangan/service-kit/testing/needs'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { type RunningSite, startSiteProcess, testFolder } from '../src/testing/site-process.ts'
import { findChromium, openChromium } from './chromium.ts'
import { openVisitor, type Visitor } from './visitor.ts'

export interface TestSite {
  url(): string
  browser(): Browser
  /** The id of a listing that is there. */
  anyListing(): Promise<string>
  /** The folder that the site keeps its things in, for an import beside it. */
  dataDir(): string
  /** Stops the site and starts it again on the same folder and port. */
  restart(): Promise<void>
  /** A new visitor, shown `path`. The test fails when the visit has a problem that it did not announce. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visitor>
}

/**
 * Starts the built site over an empty folder, and a browser, for all tests of a file or `describe` block; both end
 * after them. Call it first there: without Chromium the tests are skipped with that reason.
 */
export function useSite(env: Record<string, string> = {}): TestSite {
  const found = findChromium()
  needs('Chromium', found)
  let folder: Awaited<ReturnType<typeof testFolder>>
  let site: RunningSite
  let browser: Browser

  const start = (port = '0') => startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, PORT: port, ...env })

  beforeAll(async () => {
    if (!('value' in found)) return
    folder = await testFolder()
    ;[site, browser] = await Promise.all([start(), openChromium(found.value)])
  })

  afterAll(async () => {
    if (!('value' in found)) return
    await browser?.close()
    expect(await site?.stop()).toBe(0)
    await folder.remove()
  })

  return {
    url: () => site.url,
    browser: () => browser,
    async anyListing() {
      const [post] = (await (await fetch(`${site.url}/posts?limit=1`)).json()) as Post[]
      if (!post) throw new Error('The site has no listing.')
      return post.id
    },
    dataDir: () => folder.dataDir,
    async restart() {
      const { port } = new URL(site.url)
      await site.stop()
      site = await start(port)
    },
    async visit(path, options) {
      const visitor = await openVisitor(browser, site.url, options)
      onTestFinished(async () => expect(await visitor.close()).toEqual([]))
      await visitor.page.goto(path)
      return visitor
    },
  }
}
