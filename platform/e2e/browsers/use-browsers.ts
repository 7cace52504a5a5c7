import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, beforeAll, inject, onTestFailed } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { EVIDENCE } from '../evidence.ts'
import { type SharedName, sharedSite } from '../shared-sites.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import type { OpenedBrowser } from './opened.ts'
import { type Tab, tabOf } from './tab.ts'
import { findWebKit, openWebKit } from './webkit.ts'

const FOUND = { Firefox: findFirefox(), WebKit: findWebKit() }

export type BrowserName = keyof typeof FOUND

export interface Browsers {
  /** Call it first in a `describe` block: without this browser its tests are skipped with that reason. */
  need(name: BrowserName): void
  /** The tab of a browser, on a shared site or the one at this address. If the test fails, its picture is saved. */
  tab(name: BrowserName, site: SharedName | URL): Tab
  /** Address of a shared site. */
  url(site: SharedName): string
}

/** Opens the browsers that are installed, for the tests of a file. */
export function useBrowsers(): Browsers {
  const opened = new Map<BrowserName, OpenedBrowser>()
  const urls = new Map<SharedName, string>()
  const url = (site: SharedName) => urls.get(site) ?? ''

  beforeAll(async () => {
    const started = Object.entries(openAll()) as [BrowserName, Promise<OpenedBrowser>][]
    const sites = started.length === 0 ? [] : (['read', 'written'] as const)
    await Promise.all([
      ...started.map(async ([name, browser]) => opened.set(name, await browser)),
      ...sites.map(async (site) => urls.set(site, (await sharedSite(inject('sitesUrl'), site)).url)),
    ])
  })

  afterAll(async () => {
    await Promise.all([...opened.values()].map((browser) => browser.close()))
  })

  return {
    need: (name) => void needs<unknown>(name, FOUND[name]),
    url,
    tab(name, site) {
      const browser = opened.get(name)
      if (!browser) throw new Error(`${name} is not open: call need('${name}') first.`)
      const tab = tabOf(browser, site instanceof URL ? site.origin : url(site))
      onTestFailed(async ({ task }) => {
        const picture = await keepPicture(name, tab)
        for (const failure of task.result?.errors ?? []) failure.message += `\nIts page in ${name}: ${picture}`
      })
      return tab
    },
  }
}

function openAll(): Partial<Record<BrowserName, Promise<OpenedBrowser>>> {
  const { Firefox, WebKit } = FOUND
  return {
    ...('value' in Firefox && { Firefox: openFirefox(Firefox.value) }),
    ...('value' in WebKit && { WebKit: openWebKit(WebKit.value) }),
  }
}

async function keepPicture(name: BrowserName, tab: Tab): Promise<string> {
  const folder = join(EVIDENCE, 'browsers')
  const file = join(folder, `${name}.png`)
  await mkdir(folder, { recursive: true })
  await writeFile(file, await tab.picture())
  return `${relative(ROOT, file)}, ${await tab.run<string>('return location.href')}`
}
