import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { useBrowser, useStarted } from '../browser.ts'
import { openVisitor } from '../visitor.ts'
import { startDevelopment } from './development.ts'
import { copyProject } from './project-copy.ts'

const browser = useBrowser()
vi.setConfig({ testTimeout: 180_000 })

/** Generous: a busy machine compiles slowly, and no test measures time. */
const PATIENCE = { timeout: 60_000 }
/** Leaves processor time for the compilers. */
const BETWEEN_MS = 20
const FORM = 'mfe-static/src/contact/message-form.tsx'
const STYLES = 'mfe-static/src/contact/message-form.module.css'
const ROUTES = 'services/posts/src/routes.ts'
const START = 'platform/src/start.ts'
const BROKEN = '\nconst broken: = 1\n'

/** Its first start fails, and is repaired. */
const development = useStarted(
  async () => {
    const project = await copyProject()
    await project.edit(START, (text) =>
      text.replace('  const config = ', "  throw new Error('no start')\n  const config = "),
    )
    const dev = await startDevelopment(project)
    const failure = dev.output()
    const { heard } = dev.says(/Ready again/)
    await project.edit(START, (text) => text.replace("  throw new Error('no start')\n", ''))
    await heard
    return { project, dev, failure }
  },
  async ({ project, dev }) => {
    expect(await dev.stop()).toBe(0)
    await project.remove()
  },
)
let page: Page

beforeEach(async () => {
  page = await open()
})

async function open(): Promise<Page> {
  const visitor = await openVisitor(browser(), development().dev.url)
  visitor.context.setDefaultTimeout(PATIENCE.timeout)
  // Errors are expected here; only policy violations fail the test.
  visitor.expectProblem(/^(?!violates)/)
  onTestFinished(async () => expect(await visitor.close()).toEqual([]))
  return visitor.page
}

function panel(on = page) {
  return on.locator('#development-problems').getByRole('alert')
}

/** Edits a file. Reverted after the test unless the test has done so. */
async function edit(file: string, change: (text: string) => string): Promise<() => Promise<void>> {
  let before = ''
  await development().project.edit(file, (text) => {
    before = text
    return change(text)
  })
  const undo = () => development().project.edit(file, () => before)
  onTestFinished(undo)
  return undo
}

it('a new remote is taken in at once', async () => {
  await development().project.create('remote', 'guides')
  await expect.poll(async () => (await page.goto('/guides'))?.status(), PATIENCE).toBe(200)
  await page.getByRole('heading', { name: 'Guides', level: 1 }).waitFor()
})

describe('a component', () => {
  it('is hot-updated, stays as it was while it does not compile, and recovers', async () => {
    await page.goto('/contact')
    await page.getByLabel('Name').fill('Asha')
    await edit(FORM, (text) => text.replace('Send us a message', 'Write us a line'))
    await page.getByRole('heading', { name: 'Write us a line' }).waitFor()

    const repair = await edit(FORM, (text) => text + BROKEN)
    await panel().getByRole('heading', { name: 'mfe-static does not compile' }).waitFor()
    expect(await panel().innerText()).toMatch(
      /message-form\.tsx:\d+[\s\S]*Syntax Error[\s\S]*> \d+ \| const broken: = 1/,
    )
    const other = await open()
    await other.goto('/contact')
    await other.getByRole('heading', { name: 'Write us a line' }).waitFor()
    await panel(other).waitFor()
    await panel(other).getByRole('button', { name: 'Dismiss' }).click()
    await panel(other).waitFor({ state: 'detached' })

    await repair()
    await panel().waitFor({ state: 'detached' })
    expect(await page.getByLabel('Name').inputValue()).toBe('Asha')
    expect(
      development()
        .dev.output()
        .match(/mfe-static does not compile/g),
    ).toHaveLength(1)
  })

  it('gets repeated style updates without leftovers of earlier ones', async () => {
    await page.goto('/contact')
    const heading = page.getByRole('heading', { name: 'Send us a message' })
    const alignment = () =>
      heading.evaluate((element) => element.ownerDocument.defaultView?.getComputedStyle(element).textAlign)
    await page.evaluate(() => Object.assign(globalThis, { marker: 'same page' }))
    const undo = await edit(STYLES, (text) => `${text}\n.title { text-align: right }\n`)
    await expect.poll(alignment, PATIENCE).toBe('right')
    await undo()
    await expect.poll(alignment, PATIENCE).toBe('start')
    await edit(STYLES, (text) => `${text}\n.title { text-align: center }\n`)
    await expect.poll(alignment, PATIENCE).toBe('center')
    expect(await page.evaluate(() => Object(globalThis).marker)).toBe('same page')
    const { headers } = await fetch(`${development().dev.url}/r/mfe-static/dev/contact.css`)
    expect(headers.get('cache-control')).toBe('no-cache')
  })

  it('that throws is reported with its line, and its page returns once it is fixed', async () => {
    await page.goto('/contact')
    await page.getByRole('heading', { name: 'Send us a message' }).waitFor()
    const throwing = (text: string) => text.replace('  return (\n', "  throw new Error('on purpose')\n  return (\n")
    const repair = await edit(FORM, throwing)
    await panel().getByRole('heading', { name: 'mfe-static failed' }).waitFor()
    expect(await panel().innerText()).toMatch(/message-form\.tsx:\d+[\s\S]*Error: on purpose[\s\S]*> \d+ \| {3}throw/)
    await repair()
    await page.getByRole('heading', { name: 'Send us a message' }).waitFor()
    await panel().waitFor({ state: 'detached' })
  })
})

describe('a service', () => {
  /** Polls until stopped; returns every status seen. */
  function keepAsking() {
    const statuses = new Set<number>()
    let isOver = false
    const asking = (async () => {
      while (!isOver) {
        statuses.add((await fetch(`${development().dev.url}/posts?limit=1`)).status)
        await pause(BETWEEN_MS)
      }
      return [...statuses]
    })()
    return {
      stop() {
        isOver = true
        return asking
      },
    }
  }

  it('restarts after an edit without a failed request', async () => {
    const clients = keepAsking()
    const { heard } = development().dev.says(/Ready again in .* s\n/)
    const undo = await edit(ROUTES, (text) => `${text}\nprocess.stdout.write('edited\\n')\n`)
    // The gateway may say between them that the registry is not up yet.
    expect(await heard).toMatch(/^edited\n(.+\n)*services\/posts\/src\/routes\.ts.* changed: Ready again in [\d.]+ s$/m)
    expect(await clients.stop()).toEqual([200])
    // Otherwise the next test would edit while these restart.
    const { heard: back } = development().dev.says(/Ready again/)
    await undo()
    await back
  })

  it('that does not compile keeps running, and the page shows the error', async () => {
    await page.goto('/contact')
    const clients = keepAsking()
    const repair = await edit(ROUTES, (text) => text + BROKEN)
    await panel().getByRole('heading', { name: 'services does not compile' }).waitFor()
    expect(await clients.stop()).toEqual([200])
    await repair()
    await panel().waitFor({ state: 'detached' })
  })

  it('that cannot start is shown in place of the page, which reloads once it is fixed', async () => {
    const { heard } = development().dev.says(/The services exited/)
    const repair = await edit(ROUTES, (text) => `${text}\nthrow new Error('no start')\n`)
    expect(await heard).toMatch(
      /Error: no start\n +at services\/posts\/src\/routes\.ts \(services\/posts\/src\/routes\.ts:\d+\)\n/,
    )
    expect((await page.goto('/contact'))?.status()).toBe(503)
    expect(await page.locator('pre').innerText()).toContain('Error: no start')
    await repair()
    await page.getByRole('heading', { name: 'Contact us' }).waitFor()
  })
})

describe('a start', () => {
  it('with an invalid setting exits with the same message as npm start', async () => {
    const reason = 'aangan: Invalid configuration: PORT="abc" is invalid; expected a whole number from 0 to 65535.'
    const failing = startDevelopment(development().project, { PORT: 'abc' })
    await expect(failing).rejects.toThrow(`npm run dev exited with 1: ${reason}\n`)
  })

  it('that fails in the sources is retried after an edit', async () => {
    expect(development().failure).toMatch(/^aangan: Error: no start\n +at startSite .*\n[\s\S]*The services exited/m)
    expect((await page.goto('/contact'))?.status()).toBe(200)
  })
})

describe('a manifest', () => {
  it('that is invalid is refused by name, and the previous one stays', async () => {
    await page.goto('/chat')
    const repair = await edit('mfe-chat/manifest.json', (text) => text.slice(0, -3))
    await panel().getByRole('heading', { name: 'mfe-chat cannot be shown' }).waitFor()
    expect(await panel().innerText()).toContain('mfe-chat/manifest.json is no JSON')
    await page.goto('/chat')
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
    await repair()
    await panel().waitFor({ state: 'detached' })
  })

  it('with a new route is picked up, one with the name of another remote is refused', async () => {
    const { heard: taken } = development().dev.says(/mfe-chat compiled/)
    await edit('mfe-chat/src/routes.tsx', (text) => text.replace("'/chat'", "'/inbox'"))
    await edit('mfe-chat/manifest.json', (text) => text.replaceAll('/chat', '/inbox'))
    await taken
    await shows('/inbox')

    const { heard: refused } = development().dev.says(
      /mfe-copy\/manifest\.json uses the name mfe-chat, which another remote already has/,
    )
    await cp(join(development().project.root, 'mfe-chat'), join(development().project.root, 'mfe-copy'), {
      recursive: true,
    })
    await refused
  })

  /** Polls: the route is Not Found until the compiler is done. */
  async function shows(path: string): Promise<void> {
    await expect.poll(async () => (await page.goto(path))?.status(), PATIENCE).toBe(200)
    await page.getByRole('heading', { name: 'Messages' }).waitFor()
  }
})
