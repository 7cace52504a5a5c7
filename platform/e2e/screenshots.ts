import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Post } from '@aangan/contracts/posts'
import type { Browser } from 'playwright-core'
import { startSiteProcess, testFolder } from '../src/testing/site-process.ts'
import { findChromium, openChromium } from './chromium.ts'
import { openVisitor } from './visitor.ts'

const OUT = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const WIDTHS = { phone: 390, tablet: 820, desktop: 1366 }
const SCHEMES = ['light', 'dark'] as const

/**
 * `npm run screenshots [FOLDER]`: every screen of the built demo site at three widths, light and dark. Ends with an error
 * where a page had a problem: an error on the console, a violation of the policy, a call to another host.
 */
const found = findChromium()
if (!('value' in found)) throw new Error(`Screenshots need Chromium: ${found.missing}.`)
const folder = await testFolder()
const [site, browser] = await Promise.all([
  startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp }),
  openChromium(found.value),
])
try {
  await takeAll(browser, site.url, process.argv[2] ?? OUT)
} finally {
  await browser.close()
  await site.stop()
  await folder.remove()
}

async function takeAll(browser: Browser, url: string, out: string): Promise<void> {
  const [post] = (await (await fetch(`${url}/posts?city=Pune&limit=1`)).json()) as Post[]
  const screens = {
    home: '/',
    list: '/list?city=Pune',
    listing: `/${post?.id}`,
    agents: '/agents',
    about: '/about',
    contact: '/contact',
    login: '/login',
    chat: '/chat',
    'list-empty': '/list?city=Pune&maxPrice=1',
    'not-found': '/no-such-page',
  }
  await mkdir(out, { recursive: true })
  for (const [name, path] of Object.entries(screens)) {
    for (const [device, width] of Object.entries(WIDTHS)) {
      for (const scheme of SCHEMES)
        await take(browser, url + path, { width, scheme, file: `${name}-${device}-${scheme}` })
    }
  }

  async function take(
    browser: Browser,
    address: string,
    { width, scheme, file }: { width: number; scheme: 'light' | 'dark'; file: string },
  ): Promise<void> {
    const viewport = { width, height: width === WIDTHS.desktop ? 768 : Math.round(width * 1.6) }
    const visitor = await openVisitor(browser, url, { viewport, colorScheme: scheme, reducedMotion: 'reduce' })
    visitor.expectProblem(/404/)
    await visitor.page.goto(address, { waitUntil: 'networkidle' })
    await visitor.page.getByRole('heading', { level: 1 }).first().waitFor()
    await visitor.page.screenshot({ path: join(out, `${file}.png`) })
    const problems = await visitor.close()
    if (problems.length > 0) throw new Error(`${file}: ${problems.join('\n')}`)
    console.log(`${file}.png`)
  }
}
