import type { Post } from '@aangan/contracts/posts'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { startSiteProcess, testFolder } from '../src/testing/site-process.ts'
import { type Looks, useBrowser, useStarted } from './browser.ts'
import { type SharedName, sharedSite } from './shared-sites.ts'
import { openVisitor, type Visitor } from './visitor.ts'

/** A running site for tests that do not change it. */
export interface TestSite {
  url(): string
  browser(): Browser
  /** Id of an existing listing. */
  anyListing(): Promise<string>
  /** Opens `path` as a new visitor. The test fails if the visit has a problem not announced with `expectProblem`. */
  visit(path: string, options?: BrowserContextOptions): Promise<Visitor>
}

export interface WrittenSite extends TestSite {
  /** The site's DATA_DIR, for example for an import. */
  dataDir(): string
}

export interface OwnSite extends WrittenSite {
  /** Restarts the site on the same folder and port. */
  restart(): Promise<void>
}

/** The shared read-only site of this run. Call it first in a file or `describe` block. */
export function useSite(looks: Looks = {}): TestSite {
  return useShared('read', looks)
}

/**
 * The shared site of this run for tests that add people and homes. Give these names, and homes a city, that no other
 * file counts on. Call it first in a file or `describe` block.
 */
export function useWrittenSite(looks: Looks = {}): WrittenSite {
  return useShared('written', looks)
}

function useShared(name: SharedName, looks: Looks): WrittenSite {
  const browser = useBrowser(looks)
  const shared = useStarted(
    () => sharedSite(inject('sitesUrl'), name),
    async () => undefined,
  )
  return { ...testSite(browser, () => shared().url), dataDir: () => shared().dataDir }
}

/**
 * Starts the built site on an empty folder for the tests of a file or `describe` block that restart it or need another
 * configuration. Call it first there.
 */
export function useOwnSite(env: Record<string, string> = {}, looks: Looks = {}): OwnSite {
  const browser = useBrowser(looks)
  const own = useStarted(
    async () => {
      const folder = await testFolder()
      const start = (PORT: string) =>
        startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp, PORT, RATE_LIMIT: '1000000', ...env })
      return { folder, start, site: await start('0') }
    },
    async ({ folder, site }) => {
      expect(await site.stop()).toBe(0)
      await folder.remove()
    },
  )
  return {
    ...testSite(browser, () => own().site.url),
    dataDir: () => own().folder.dataDir,
    async restart() {
      const { port } = new URL(own().site.url)
      await own().site.stop()
      own().site = await own().start(port)
    },
  }
}

function testSite(browser: () => Browser, url: () => string): TestSite {
  return {
    url,
    browser,
    async anyListing() {
      const [post] = (await (await fetch(`${url()}/posts?limit=1`)).json()) as Post[]
      if (!post) throw new Error('The site has no listing.')
      return post.id
    },
    async visit(path, options) {
      const visitor = await openVisitor(browser(), url(), options)
      onTestFinished(async () => expect(await visitor.close()).toEqual([]))
      await visitor.page.goto(path)
      return visitor
    },
  }
}
