import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Release } from '@aangan/contracts/manifest'
import { changeChannels } from '@aangan/registry/releases/change'
import { publishRelease } from '@aangan/registry/releases/publish'
import { type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import type { Page } from 'playwright-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useStarted } from '../browser.ts'
import { watchForErrors } from '../error-watch.ts'
import type { Visitor } from '../visitor.ts'
import { makeNextRelease } from './next-release.ts'
import { goTo as goToOn, useRemotesSite } from './visits.ts'

const ROOT = join(import.meta.dirname, '../../..')
const FAILED = 'Unexpected Application Error!'
const WORDS = 'Is the flat in Baner still free?'

/** A remote with two pages and an offer, which say its version. */
function draft(name: string, version: string, mount = ''): ReleaseDraft {
  const container = `${name}_${version.replaceAll('.', '_')}`
  const module = `{
    bootstrap: async () => {},
    mount: async ({ domElement, mount, offerProps, report }) => {
      ${mount}
      domElement.innerHTML = '<h1>${name} ${version}</h1><input aria-label="Note"><section></section>'
      if (!offerProps) mount('listing.chat', domElement.querySelector('section'), { text: 'first' })
    },
    unmount: async ({ domElement }) => { domElement.textContent = '' },
  }`
  return {
    name,
    version,
    routes: ['', '/more'].map((path) => ({ path: `/${name}${path}`, title: name })),
    files: { 'entry.js': `self.${container} = { init() {}, get: async () => () => (${module}) }`, 'remote.js': '' },
    alter: (release) => ({ ...release, container }),
  }
}

/** Fills the slot of the others. */
function offering(version: string, mount = ''): ReleaseDraft {
  return { ...draft('offering', version, mount), offers: { box: { module: './remote', slot: 'listing.chat' } } }
}

const site = useRemotesSite({
  drafts: [draft('homes', '1.0.0'), draft('tours', '1.0.0'), offering('1.0.0')],
  folders: ['mfe-static'],
})
const shared = useStarted(
  () => site.visitor(),
  async ({ close }) => void (await close()),
)
let visitor: Visitor
let page: Page
let version = 1

beforeEach(async () => {
  visitor = shared()
  // Remotes fail on purpose; only policy violations fail the test.
  visitor.expectProblem(/^(?!violates)/)
  page = visitor.page
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.goto('/nowhere')
  await page.evaluate('sessionStorage.clear()')
})
afterEach(async () => expect(await visitor.settle()).toEqual([]))

const goTo = (path: string) => goToOn(page, path)
const heading = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor()
const openedAt = () => page.evaluate<number>('performance.timeOrigin')
const releasesDir = () => site.folders().releases
const nextVersion = () => `1.0.${++version}`

async function publish(release: ReleaseDraft): Promise<void> {
  await publishRelease({ from: await writeBuild(site.folders().builds, release), releasesDir: releasesDir() })
}

/** Publishes a version of `homes`, and returns its number. */
async function publishHomes(mount?: string): Promise<string> {
  const next = nextVersion()
  await publish(draft('homes', next, mount))
  return next
}

/** Publishes the next version of one of our parts, and returns its release. */
async function publishNext(part: string, texts = {}, breaks?: 'told'): Promise<Release> {
  const next = { part: join(ROOT, part), version: nextVersion(), texts, ...(breaks && { breaks }) }
  const from = await makeNextRelease(site.folders().builds, next)
  await publishRelease({ from, releasesDir: releasesDir() })
  return JSON.parse(await readFile(join(from, 'release.json'), 'utf8'))
}

/** With another heading on /contact. */
const publishContact = (title: string, breaks?: 'told') => publishNext('mfe-static', { 'Contact us': title }, breaks)

const rollBack = (name: string) => changeChannels(releasesDir(), name, { action: 'rollback' }, { by: 'Asha' })

describe('an open tab', () => {
  it('shows a new release at the next navigation, and the old one after a rollback, without loading a page', async () => {
    const first = await publishHomes()
    await page.goto('/homes')
    await heading(`homes ${first}`)
    const opened = await openedAt()
    const second = await publishHomes()
    await goTo('/tours')
    await goTo('/homes')
    await heading(`homes ${second}`)
    await rollBack('homes')
    // Within the remote, which nothing else unmounts.
    await goTo('/homes/more')
    await heading(`homes ${first}`)
    expect(await page.getByText(`homes ${second}`).count()).toBe(0)
    expect(await openedAt()).toBe(opened)
  })

  it('keeps what was typed while two teams release', async () => {
    await page.goto('/tours')
    await goTo('/contact')
    await heading('Contact us')
    const opened = await openedAt()
    await page.getByLabel('Message').fill(WORDS)
    await publishContact('Write to us')
    const homes = await publishHomes()
    await goTo('/homes')
    await heading(`homes ${homes}`)
    await goTo('/contact')
    await heading('Write to us')
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(WORDS)
    expect(await openedAt()).toBe(opened)
    await page.getByLabel('Message').fill('')
  })

  it('never changes a page that somebody has begun to use', async () => {
    const first = await publishHomes()
    await page.goto('/tours')
    await goTo('/homes')
    await heading(`homes ${first}`)
    const second = await publishHomes()
    let answer = () => {}
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/r/changed.json*', (route) => answered.then(() => route.continue()))
    const asked = page.waitForRequest('**/r/changed.json*')
    const told = page.waitForResponse('**/r/changed.json*')
    await goTo('/homes/more')
    await asked
    await page.getByLabel('Note').first().pressSequentially('fl')
    answer()
    await (await told).finished()
    await page.getByLabel('Note').first().pressSequentially('at')
    expect(await page.getByLabel('Note').first().inputValue()).toBe('flat')
    await heading(`homes ${first}`)
    await goTo('/homes')
    await heading(`homes ${second}`)
  })

  it('takes the new version of an offer', async () => {
    await page.goto('/homes')
    await page.getByText('offering 1.0.0').waitFor()
    await publish(offering('1.1.0'))
    await goTo('/homes/more')
    await page.getByText('offering 1.1.0').waitFor()
  })

  it('loads the page anew for another shell, once in a minute', async () => {
    await page.goto('/tours')
    await goTo('/homes')
    await page.getByLabel('Note').first().waitFor()
    const opened = await openedAt()
    await publishNext('shell')
    await goTo('/homes/more')
    await expect.poll(openedAt).toBeGreaterThan(opened)
    await heading(`homes 1.0.${version - 1}`)
    const reopened = await openedAt()
    // As from a registry that has not heard of it.
    await rollBack('shell')
    for (const path of ['/tours', '/homes', '/tours']) {
      const told = page.waitForResponse('**/r/changed.json*')
      await goTo(path)
      expect(await (await told).json()).toMatchObject({ shell: expect.any(String) })
    }
    await heading('tours 1.0.0')
    expect(await openedAt()).toBe(reopened)
  })
})

describe('a release that', () => {
  const remove = (next: string) => rm(join(releasesDir(), 'homes', next, 'entry.js'))
  const tamper = (next: string) => writeFile(join(releasesDir(), 'homes', next, 'entry.js'), 'self.tampered = true')

  it.each([
    ['throws while it is mounted', 'throw new Error("broken")', async () => undefined],
    ['breaks down later', 'setTimeout(() => report(new Error("broken"), { fatal: true }), 50)', async () => undefined],
    ['lost a file', '', remove],
    ['was tampered with', '', tamper],
  ])('%s is replaced by the one before, until there is another one', async (_what, mount, damage) => {
    const good = await publishHomes()
    const bad = await publishHomes(mount)
    // The registry serves what it has read.
    await fetch(`${site.url()}/homes`)
    await damage(bad)
    const expectNoError = await watchForErrors(page)
    const failures = () => visitor.problems.filter((problem) => problem.includes(`homes ${bad} failed`)).length
    await page.goto('/homes')
    await heading(`homes ${good}`)
    expect(failures()).toBe(1)
    await expectNoError()
    // The tab remembers.
    await page.goto('/homes/more')
    await heading(`homes ${good}`)
    expect(failures()).toBe(1)
    expect(await page.evaluate('"tampered" in window')).toBe(false)
    const mended = await publishHomes()
    await goTo('/tours')
    await goTo('/homes')
    await heading(`homes ${mended}`)
    await expectNoError()
  })

  it.each<[string, (release: Release) => string | undefined]>([
    ['entry', ({ entry }) => entry],
    ['lazy chunk', ({ exposes }) => exposes['./contact']?.js.at(-1)],
  ])('has another byte in its %s never runs it, and works once the file is right again', async (_what, fileOf) => {
    await publishContact('Talk to us')
    const release = await publishContact('Call us')
    const file = fileOf(release) ?? ''
    const path = join(releasesDir(), release.name, release.version, file)
    const right = await readFile(path, 'utf8')
    const url = `/r/${release.name}/${file}`
    expect(await page.request.get(url).then((answer) => answer.text())).toBe(right)
    await writeFile(path, `self.tampered=1;${right}`)
    const expectNoError = await watchForErrors(page)
    await page.goto('/about')
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await goTo('/contact')
    await heading('Talk to us')
    expect(await page.evaluate('"tampered" in window')).toBe(false)
    await expectNoError()

    await writeFile(path, right)
    expect(await page.request.get(url).then((answer) => answer.text())).toBe(right)
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/contact')
    await heading('Call us')
  })

  it('of the shell has another byte never runs it, and works once the file is right again', async () => {
    const { entry, version } = await publishNext('shell')
    const path = join(releasesDir(), 'shell', version, entry)
    const right = await readFile(path, 'utf8')
    await writeFile(path, `self.tampered=1;${right}`)
    const retried = page.waitForEvent('requestfinished', (request) => request.url().includes('?retry='))
    await page.goto('/tours')
    await retried
    expect(await page.evaluate('"tampered" in window')).toBe(false)
    await writeFile(path, right)
    await page.goto('/tours')
    await heading('tours 1.0.0')
  })

  it('breaks down while somebody types loses no word', async () => {
    await publishContact('Tell us')
    await publishContact('Ask us', 'told')
    const expectNoError = await watchForErrors(page)
    await page.goto('/contact')
    await heading('Ask us')
    await page.getByLabel('Message').fill(WORDS)
    await page.evaluate('crash()')
    await heading('Tell us')
    await expect.poll(() => page.getByLabel('Message').inputValue()).toBe(WORDS)
    await expectNoError()
    await page.getByLabel('Message').fill('')
  })

  it('fails in a slot is replaced there, and leaves the page around it alone', async () => {
    await publish(offering('1.2.0'))
    await publish(
      offering('1.3.0', 'if (offerProps) { self.fail = () => report(new Error("broken"), { fatal: true }) }'),
    )
    await page.goto('/homes')
    await page.getByText('offering 1.3.0').waitFor()
    await page.getByLabel('Note').first().fill('flat')
    await page.evaluate('fail()')
    await page.getByText('offering 1.2.0').waitFor()
    expect(await page.getByLabel('Note').first().inputValue()).toBe('flat')
  })

  it('fails as those before do leaves the last that works, and an error with a retry if none does', async () => {
    const working = await publishHomes()
    const broken = 'if (!self.isMended) throw new Error("broken")'
    await publishHomes(broken)
    await publishHomes(broken)
    const expectNoError = await watchForErrors(page)
    await page.goto('/homes')
    await heading(`homes ${working}`)
    await expectNoError()
    await publishHomes(broken)
    await publishHomes(broken)
    await page.evaluate('sessionStorage.clear()')
    await page.goto('/homes')
    await heading(FAILED)
    await page.evaluate('self.isMended = true')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText(/^homes 1/).waitFor()
  })
})
