import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bootBuild } from '@aangan/build/deploy/boot'
import { openFolder, type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from './chromium.ts'
import { useRemotesSite } from './remotes/visits.ts'

const asking = `{
  bootstrap: async () => {},
  mount: async ({ domElement, mount }) => {
    domElement.innerHTML = '<h1>Asking</h1><div></div>'
    mount('listing.chat', domElement.lastChild, {})
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
})
afterAll(() => folder.remove())

/** Boots a build of a remote that the site does not have yet. */
async function boot(mount: string, draft: Partial<ReleaseDraft> & { open?: string[]; shownWithinMs?: number } = {}) {
  const { open = [], shownWithinMs, ...facts } = draft
  const module = `{ bootstrap: async () => {}, mount: async ({ domElement, report }) => { ${mount} }, unmount: async () => {} }`
  const files = { 'entry.js': `self.mfe_new = { init() {}, get: async () => () => (${module}) }` }
  const dist = await writeBuild(folder.path, {
    name: 'mfe-new',
    routes: [{ path: '/new', title: 'New' }],
    files,
    ...facts,
  })
  const release = JSON.parse(await readFile(join(dist, 'release.json'), 'utf8'))
  const found = findChromium()
  const AANGAN_BROWSER = 'value' in found ? found.value : ''
  return await bootBuild(release, {
    site: site.url(),
    dist,
    open,
    env: { ...process.env, AANGAN_BROWSER },
    ...(shownWithinMs && { shownWithinMs }),
  })
}

it('passes a remote that shows its page, and its offer on the page of another', async () => {
  expect(await boot(`domElement.textContent = 'New'`, { offers: BOX, open: ['/asking'] })).toBeUndefined()
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

it('opens no page that needs a sign-in or a parameter, and says so', async () => {
  const routes = [
    { path: '/new', title: 'New', signedIn: true as const },
    { path: '/new/{id}', title: 'New' },
  ]
  expect(await boot('throw new Error()', { routes })).toMatch(/^it has no page for everybody/)
})
