import { PAGE_COPY_URL } from '@aangan/contracts/page'
import type { PageCopy } from '@aangan/contracts/page-copy'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const homes = {
  name: 'mfe-listings',
  files: { 'page.js': 'page', 'page.js.map': '{}', 'text.woff2': 'font' },
  routes: [{ path: '/list', title: 'Homes', data: ['/posts{search}', '/posts/cities'], noindex: true as const }],
}

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, homes], posts: () => undefined })
})
afterEach(() => registry.close())

async function ask(headers = {}) {
  const { statusCode, body, headers: answered } = await registry.app.inject({ url: PAGE_COPY_URL, headers })
  return { status: statusCode, copy: JSON.parse(body || 'null') as PageCopy, etag: String(answered.etag) }
}

test('names every file that browsers load, with the integrity of its release', async () => {
  const { files, remotes, html } = (await ask()).copy
  expect(Object.keys(files).sort()).toEqual([
    '/r/mfe-listings/1.0.0/entry.js',
    '/r/mfe-listings/1.0.0/page.js',
    '/r/mfe-listings/1.0.0/text.woff2',
    '/r/shell/1.0.0/entry.js',
  ])
  const { integrity } = bootIn(html).remotes['mfe-listings'] ?? {}
  expect(files).toMatchObject({ ...integrity })
  expect(remotes).toEqual({ 'mfe-listings': { routes: [{ path: '/list', data: '/posts{search}', noindex: true }] } })
})

test('is the same for everybody, and 304 until something is released', async () => {
  const first = await ask(registry.signedIn('a'.repeat(24)))
  expect(bootIn(first.copy.html).session).toEqual({ status: 'unknown' })
  const known = { 'if-none-match': first.etag, 'accept-language': 'de' }
  expect((await ask(known)).status).toBe(304)
  await registry.publish({ ...homes, version: '2.0.0' })
  const next = await ask(known)
  expect([next.status, bootIn(next.copy.html).remotes['mfe-listings']?.version]).toEqual([200, '2.0.0'])
})

test('is missing, without an error in the log, while there is no shell', async () => {
  const empty = await startRegistry({ releases: [homes], posts: () => undefined })
  expect((await empty.app.inject(PAGE_COPY_URL)).statusCode).toBe(404)
  expect(empty.logged()).not.toContain('"level":"error"')
  await empty.close()
})

test('names the files of the shell first, and those of the largest release last', async () => {
  await registry.publish({ ...homes, version: '2.0.0', files: { 'page.js': 'x'.repeat(1_000) } })
  await registry.publish({ name: 'mfe-late', files: { 'page.js': 'late' } })
  await registry.publish({ name: 'shell', version: '2.0.0' })
  const files = Object.keys((await ask()).copy.files)
  expect([...new Set(files.map((url) => url.split('/')[2]))]).toEqual(['shell', 'mfe-late', 'mfe-listings'])
})
