import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Post } from '@aangan/contracts/posts'
import type { Browser } from 'playwright-core'
import { startSiteProcess, testFolder } from '../src/testing/site-process.ts'
import { findChromium, openChromium } from './chromium.ts'
import { SCREENS, type Screen } from './screens.ts'
import { openVisitor } from './visitor.ts'

const OUT = fileURLToPath(new URL('../../docs/screenshots', import.meta.url))
const DEVICES = {
  small: { width: 360, height: 640 },
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1366, height: 768 },
}
const SCHEMES = ['light', 'dark'] as const

interface Shot {
  screen: Screen
  device: keyof typeof DEVICES
  colorScheme: (typeof SCHEMES)[number]
}

/**
 * `npm run screenshots [-- [--whole] [--to FOLDER] [SCREEN …]]`: captures every screen of the built demo site, or those
 * whose names start with SCREEN, in all states, at four widths, light and dark; `--whole` captures full pages. Fails if
 * a page has a console error, a policy violation or a request to another host.
 */
const { values, positionals: names } = readArguments()
const found = findChromium()
if (!('value' in found)) throw new Error(`Screenshots need Chromium: ${found.missing}.`)
const folder = await testFolder()
const [site, browser] = await Promise.all([
  startSiteProcess({ DATA_DIR: folder.dataDir, TMPDIR: folder.tmp }),
  openChromium(found.value),
])
try {
  await takeAll(browser)
} finally {
  await browser.close()
  await site.stop()
  await folder.remove()
}

function readArguments() {
  try {
    const options = { whole: { type: 'boolean' }, to: { type: 'string', default: OUT } } as const
    const given = parseArgs({ allowPositionals: true, options })
    const unknown = given.positionals.find((start) => !SCREENS.some(({ name }) => name.startsWith(start)))
    if (unknown === undefined) return given
    throw new Error(`No screen starts with "${unknown}": ${SCREENS.map(({ name }) => name).join('; ')}.`)
  } catch (error) {
    const usage = 'npm run screenshots [-- [--whole] [--to FOLDER] [SCREEN …]]'
    process.stderr.write(`${error instanceof Error ? error.message : error}\nUsage: ${usage}\n`)
    process.exit(1)
  }
}

async function takeAll(browser: Browser): Promise<void> {
  const [post] = (await (await fetch(`${site.url}/posts?city=Pune&limit=1`)).json()) as Post[]
  if (!post) throw new Error('The demo site has no listing in Pune.')
  await mkdir(values.to, { recursive: true })
  const screens = SCREENS.filter(({ name }) => names.length === 0 || names.some((start) => name.startsWith(start)))
  for (const screen of screens) {
    for (const device of Object.keys(DEVICES) as (keyof typeof DEVICES)[]) {
      for (const colorScheme of SCHEMES) await take(browser, post, { screen, device, colorScheme })
    }
  }
}

async function take(browser: Browser, post: Post, { screen, device, colorScheme }: Shot): Promise<void> {
  const file = `${screen.name.replaceAll(/\W+/g, '-')}-${device}-${colorScheme}.png`
  const visitor = await openVisitor(browser, site.url, {
    viewport: DEVICES[device],
    colorScheme,
    reducedMotion: 'reduce',
  })
  if (screen.problem) visitor.expectProblem(screen.problem)
  const { page } = visitor
  await page.goto(screen.path.replace('{id}', post.id), { waitUntil: 'networkidle' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await screen.enter?.(page)
  await page.waitForLoadState('networkidle')
  await page.screenshot({ path: join(values.to, file), fullPage: values.whole ?? false })
  const problems = await visitor.close()
  if (problems.length > 0) throw new Error(`${file}: ${problems.join('\n')}`)
  console.log(file)
}
