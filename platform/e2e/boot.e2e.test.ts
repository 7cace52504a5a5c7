import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bootBuild } from '@aangan/build/deploy/boot'
import { openSite } from '@aangan/build/deploy/site'
import { openFolder, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { makeNextRelease } from './remotes/next-release.ts'
import { useRemotesSite } from './remotes/visits.ts'

const asking = `{
  bootstrap: async () => {},
  mount: async ({ domElement, mount }) => {
    domElement.innerHTML = '<h1>Asking</h1><div></div>'
    mount('listing.chat', domElement.lastChild, {})
    console.error('The weather failed: it rains')
  },
  unmount: async () => {},
}`
/** Live already; its page has a slot. */
const ASKING: ReleaseDraft = {
  name: 'asking',
  routes: [{ path: '/asking', title: 'Asking' }],
  files: { 'entry.js': `self.asking = { init() {}, get: async () => () => (${asking}) }` },
}
const BOX = { box: { module: './remote', slot: 'listing.chat' } }
const site = useRemotesSite({ drafts: [ASKING] })

let folder: Awaited<ReturnType<typeof openFolder>>
beforeAll(async () => {
  folder = await openFolder()
  await mkdir(home())
})
afterAll(() => folder.remove())
const home = () => join(folder.path, 'home')

interface How {
  open?: string[]
  shownWithinMs?: number
}

async function bootFolder(dist: string, { open = [], ...how }: How) {
  const release = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8'))
  const found = findChromium()
  const AANGAN_BROWSER = 'value' in found ? found.value : ''
  const remotes = await openSite({ site: site.url(), token: '', name: release.name }).remotes()
  const env = { ...process.env, AANGAN_BROWSER, HOME: home() }
  return await bootBuild(release, { site: site.url(), dist, open, remotes, env, ...how })
}

/** Boots a build of a remote that the site does not have yet. */
async function boot(mount: string, draft: Partial<ReleaseDraft> & How = {}) {
  const { open, shownWithinMs, ...facts } = draft
  const how = { ...(open && { open }), ...(shownWithinMs && { shownWithinMs }) }
  const module = `{ bootstrap: async () => {}, mount: async ({ domElement, report }) => { ${mount} }, unmount: async () => {} }`
  const files = { 'entry.js': `self.mfe_new = { init() {}, get: async () => () => (${module}) }` }
  const dist = await writeBuild(folder.path, {
    name: 'mfe-new',
    routes: [{ path: '/new', title: 'New' }],
    files,
    ...facts,
  })
  return await bootFolder(dist, how)
}

/** Boots a build of the shell that differs in these texts of its scripts. */
async function bootShell(texts: Record<string, string>, how: How = {}) {
  const dist = await makeNextRelease(folder.path, {
    part: join(import.meta.dirname, '../../shell'),
    version: '2.0.0',
    texts,
  })
  return await bootFolder(dist, how)
}

it('passes a remote that shows its page, and its offer on the page of another', async () => {
  const mount = `await fetch('/r/mfe-new/1.0.0/constructor'); domElement.textContent = 'New'`
  expect(await boot(mount, { offers: BOX, open: ['/asking'] })).toBeUndefined()
})

it.each([
  [
    'throws while it is loaded',
    '',
    { files: { 'entry.js': 'throw new Error("no such shop")' } },
    /\/new: mfe-new 1\.0\.0 failed: .*\n[\s\S]*no such shop/,
  ],
  [
    'throws while it is mounted',
    'throw new Error("no such door")',
    {},
    /\/new: mfe-new 1\.0\.0 failed: Error: no such door/,
  ],
  [
    'logs what it throws, as React does',
    'const error = new Error("no such roof"); console.error(error); throw error',
    {},
    /\/new: mfe-new 1\.0\.0 failed: Error: no such roof\nNothing was deployed/,
  ],
  [
    'throws what would command a terminal, or look like our own lines',
    String.raw`throw new Error("no such lamp\u001b[2J\nmfe-new 1.0.0 is live")`,
    {},
    /\/new: mfe-new 1\.0\.0 failed: Error: no such lamp \[2J mfe-new 1\.0\.0 is live\n/,
  ],
  [
    'breaks down when its data arrive',
    `domElement.textContent = 'New'; fetch('/list').then(() => report(new Error('no such data'), { fatal: true }))`,
    {},
    /\/new: mfe-new 1\.0\.0 failed: Error: no such data/,
  ],
  [
    'never finishes to mount',
    'await new Promise(() => {})',
    {},
    /\/new: mfe-new 1\.0\.0 failed: Error: Not mounted within 1500 ms/,
  ],
  [
    'never lets its page go on',
    'for (;;);',
    { open: ['/asking'], shownWithinMs: 2_000 },
    /\/new: no answer within 2 s\n/,
  ],
  [
    'loads what the policy of the site forbids',
    `domElement.textContent = new Function('return "New"')()`,
    {},
    /\/new: mfe-new 1\.0\.0 failed: [\s\S]*unsafe-eval/,
  ],
  [
    'shows nothing',
    `domElement.innerHTML = '<div></div>'`,
    { shownWithinMs: 2_000 },
    /\/new: mfe-new is mounted, but shows nothing within 2 s/,
  ],
  [
    'is not on the page that it offers something to',
    `domElement.textContent = 'New'`,
    { open: ['/asking'], shownWithinMs: 2_000 },
    /\/asking: mfe-new is not mounted within 2 s/,
  ],
])('refuses a remote that %s, with what to do', async (_what, mount, draft, reason) => {
  const booted = boot(mount, draft)
  await expect(booted).rejects.toMatchObject({ code: 'BOOT_FAILED', message: expect.stringMatching(reason) })
  await expect(booted).rejects.toThrow(
    /^mfe-new 1\.0\.0 fails in .*Chrome.*\.\n[\s\S]*Nothing was deployed\. .*--no-boot/,
  )
  await expect(booted).rejects.not.toThrow(/^\s+at /m)
})

it('passes a remote that gives up asking for its files', async () => {
  const mount = `
    for (let ms = 0; ms < 30; ms += 1) {
      const leaving = new AbortController()
      fetch('/r/mfe-new/1.0.0/entry.js?' + ms, { signal: leaving.signal }).catch(() => {})
      setTimeout(() => leaving.abort(), ms)
    }
    domElement.textContent = 'New'`
  expect(await boot(mount)).toBeUndefined()
})

// Of Chromium's kinds, the headless shell saves none anyway.
it('lets no page save a file on this machine', async () => {
  const mount = `
    const href = URL.createObjectURL(new Blob(['New']))
    Object.assign(document.createElement('a'), { href, download: 'new.txt' }).click()
    domElement.textContent = 'New'`
  expect(await boot(mount)).toBeUndefined()
  expect(await readdir(join(home(), 'Downloads')).catch(() => [])).toEqual([])
})

it('opens no page that needs a sign-in or a parameter, and says so', async () => {
  const routes = [
    { path: '/new', title: 'New', signedIn: true as const },
    { path: '/new/{id}', title: 'New' },
  ]
  expect(await boot('throw new Error()', { routes })).toMatch(/^mfe-new without a page for everybody/)
})

it('says which offers it has not opened', async () => {
  const offers = { ...BOX, lid: { module: './remote', slot: 'listing.chat' } }
  expect(await boot(`domElement.textContent = 'New'`, { offers })).toBe(
    'offer box, lid (--open /PATH opens a page that shows it)',
  )
})

it('passes a shell in which every remote of the site shows a page', async () => {
  expect(await bootShell({}, { open: ['/fixture/late?tab=2'] })).toBeUndefined()
})

it.each([
  [
    'throws at its start',
    { 'getElementById("root")': 'getElementById("floor")' },
    /\/fixture: fixture is not mounted within 2 s\n {2}Error: The page has no #root element\.\n\/asking: /,
  ],
  [
    'gives remotes another element than they expect',
    { domElement: 'target' },
    /\/asking: asking 1\.0\.0 failed: TypeError: .*innerHTML/,
  ],
])('refuses a shell that %s, with what to do', async (_what, texts, reason) => {
  const booted = bootShell(texts, { shownWithinMs: 2_000 })
  await expect(booted).rejects.toMatchObject({ code: 'BOOT_FAILED', message: expect.stringMatching(reason) })
  await expect(booted).rejects.toThrow(
    /^shell 2\.0\.0 fails in .*Chrome.*\.\n[\s\S]*\nNothing was deployed\. --no-boot/,
  )
})

it('names a page to open with a shell that no remote has', async () => {
  await expect(bootShell({}, { open: ['/nowhere'] })).rejects.toMatchObject({
    code: 'USAGE',
    message: '--open /nowhere: no remote of the site has this page',
  })
})
