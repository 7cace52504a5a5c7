import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, beforeAll, inject, onTestFailed } from 'vitest'
import { EVIDENCE } from '../evidence.ts'
import { sharedSite } from '../shared-sites.ts'
import { findFirefox, openFirefox } from './firefox.ts'
import type { OpenedBrowser } from './opened.ts'
import { type Tab, tabOf } from './tab.ts'
import { findWebKit, openWebKit } from './webkit.ts'

const FIREFOX = findFirefox()
const WEBKIT = findWebKit()

export type BrowserName = 'Firefox' | 'WebKit'

const START = {
  Firefox: async () => ('value' in FIREFOX ? openFirefox(FIREFOX.value) : undefined),
  WebKit: async () => ('value' in WEBKIT ? openWebKit(WEBKIT.value) : undefined),
}

export interface Browsers {
  /** In CI skipping fails. Call it in the `describe` block of the tests that use this browser. */
  need(name: BrowserName): void
  /** The tab of a browser on the shared site that tests write to. A failed test saves its picture. */
  tab(name: BrowserName): Tab
  origin(): string
}

/** Opens the browsers that are installed for the tests of a file. */
export function useBrowsers(): Browsers {
  const opened = new Map<BrowserName, OpenedBrowser>()
  let origin = ''

  beforeAll(async () => {
    const open = async (name: BrowserName) => {
      const browser = await START[name]()
      if (browser) opened.set(name, browser)
    }
    const [site] = await Promise.all([sharedSite(inject('sitesUrl'), 'written'), open('Firefox'), open('WebKit')])
    origin = site.url
  })

  afterAll(async () => {
    await Promise.all([...opened.values()].map((browser) => browser.close()))
  })

  return {
    need: (name) => void needs<unknown>(name, name === 'Firefox' ? FIREFOX : WEBKIT),
    origin: () => origin,
    tab(name) {
      const browser = opened.get(name)
      if (!browser) throw new Error(`${name} is not open: call need('${name}') first.`)
      const tab = tabOf(browser.driver, origin)
      onTestFailed(() => keep(name, tab))
      return tab
    },
  }
}

async function keep(name: BrowserName, tab: Tab): Promise<void> {
  const folder = join(EVIDENCE, 'browsers')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.png`), await tab.picture())
  await writeFile(join(folder, `${name}.txt`), await tab.run<string>('return location.href'))
}
