import { brotliCompressSync } from 'node:zlib'
import { bootIn } from '@aangan/registry/testing/embedded'
import { afterEach, expect, test } from 'vitest'
import { type PagesSite, startPagesSite } from './testing/pages-site.ts'

const CODE = 'export const homes = 1\n'.repeat(100)
const SCRIPT = '/r/mfe-listings/1.0.0/page.js'
const PACKED = 'mfe-listings/1.0.0/page.js.br'
const LISTING = `/${'1'.repeat(24)}`

const listings = {
  name: 'mfe-listings',
  files: { 'page.js': CODE, 'page.css': '.home{}', 'page.js.map': '{}' },
  routes: [
    { path: '/', title: 'Homes across India' },
    { path: '/about', title: 'About us' },
    { path: '/list', title: 'Homes', data: '/posts{search}' },
    { path: '/{id}', title: 'Listing', data: '/posts/{id}' },
    { path: '/login', title: 'Sign in', noindex: true as const },
  ],
}

const releases = [{ name: 'shell' }, listings]

let site: PagesSite
afterEach(() => site.close())

/** With the script as the build compresses it. */
async function startWithCopy(files: Record<string, Buffer | string> = {}): Promise<void> {
  site = await startPagesSite({ releases, files: { [PACKED]: brotliCompressSync(CODE), ...files } })
  await expect.poll(site.copied).toBeGreaterThan(0)
}

async function stop(): Promise<void> {
  await site.stop()
  // The first who meets it gets the copy, too.
  expect((await site.get('/about')).status).toBe(200)
  await expect.poll(site.pages).toBe('copy')
}

const named = async (path: string) => bootIn((await site.get(path)).body).remotes['mfe-listings']?.version

test('pages go on being served, for every address and every visitor', async () => {
  await startWithCopy()
  await stop()
  for (const path of ['/', '/list?city=Pune', '/login', LISTING]) {
    const { status, headers, body } = await site.get(path)
    expect([path, status, headers['retry-after']]).toEqual([
      path,
      ...(path === LISTING ? [503, '30'] : [200, undefined]),
    ])
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    expect(headers['x-robots-tag']).toBe(path === '/login' ? 'noindex' : undefined)
    expect(bootIn(body)).toMatchObject({
      session: { status: 'unknown' },
      remotes: { 'mfe-listings': { version: '1.0.0' } },
    })
    expect(body).toContain('<title>Aangan</title>')
    expect(body).not.toMatch(/canonical|first-data|og:/)
  }
  expect((await site.get('/nowhere')).status).toBe(404)
  const moved = await site.get('/list/?city=Pune')
  expect([moved.status, moved.headers.location]).toEqual([308, '/list?city=Pune'])
  for (const path of ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/r/mfe-listings/0.9.0/page.js']) {
    const { status, headers } = await site.get(path)
    expect([path, status, Number(headers['retry-after'])]).toEqual([path, 503, expect.any(Number)])
    expect(headers['retry-after']).toBeDefined()
  }
})

test('files are what they were, in each encoding, and 304 to who has them', async () => {
  await startWithCopy()
  const encodings = ['br', 'gzip', 'identity']
  const ask = () => Promise.all(encodings.map((each) => site.get(SCRIPT, { 'accept-encoding': each })))
  const before = await ask()
  await stop()
  const after = await ask()
  expect(after[0]).toMatchObject({ status: 200, body: before[0]?.body })
  expect(after[2]).toMatchObject({ status: 200, body: CODE })
  for (const [at, { headers }] of after.entries()) {
    const { 'content-encoding': encoding, 'content-type': type, 'cache-control': caching } = headers
    const was = before[at]?.headers
    expect([type, caching]).toEqual([was?.['content-type'], was?.['cache-control']])
    expect(encoding ?? 'identity').toBe(encodings[at])
  }
  const headers = { 'accept-encoding': 'br', 'if-none-match': String(before[0]?.headers.etag) }
  expect(await site.get(`${SCRIPT}?retry=1`, headers)).toMatchObject({ status: 304, body: '' })
  expect((await site.get(`${SCRIPT}.map`)).status).toBe(503)
})

test('health, metrics and one line of the log at either end say so', async () => {
  await startWithCopy()
  await expect.poll(site.pages).toBe('ok')
  const { length } = site.logged()
  await stop()
  for (const path of ['/', '/list', '/', SCRIPT]) await site.get(path)
  expect(await site.figure('gateway_served_from_copy_total', { kind: 'page' })).toBe(4)
  expect(await site.figure('gateway_served_from_copy_total', { kind: 'file' })).toBe(1)
  expect(await site.figure('gateway_page_copy_age_seconds')).toBeGreaterThan(0)
  await site.start()
  await expect.poll(site.pages).toBe('ok')
  const lines = site
    .logged()
    .slice(length)
    .filter((line) => /the registry is (away: pages|back)/.test(line))
  expect(lines).toEqual([expect.stringContaining('pages come from the copy'), expect.stringContaining('is back')])
  expect(site.logged().filter((line) => line.includes('request failed'))).toEqual([])
})

test('people who browse meanwhile get what they ask for', async () => {
  await startWithCopy()
  let isOver = false
  const browse = async (path: string) => {
    const seen = new Set<string>()
    while (!isOver) {
      const { status, body } = await site.get(path)
      seen.add(`${status} ${path === SCRIPT ? body === CODE : body.includes('id="boot"')}`)
    }
    return [...seen]
  }
  const people = ['/', '/list', SCRIPT].map(browse)
  await site.stop()
  await expect.poll(site.pages).toBe('copy')
  await site.start()
  await expect.poll(site.pages).toBe('ok')
  isOver = true
  expect(await Promise.all(people)).toEqual([['200 true'], ['200 true'], ['200 true']])
})

test('a new release is on new pages once the registry is back, and in the copy', async () => {
  await startWithCopy()
  await stop()
  const before = await site.copied()
  await site.registry.publish({ ...listings, version: '2.0.0', files: { 'page.js': `${CODE}// new` } })
  await site.start()
  await expect.poll(() => named('/')).toBe('2.0.0')
  await expect.poll(site.copied).not.toBe(before)
  await stop()
  expect(await named('/list')).toBe('2.0.0')
  expect((await site.get('/r/mfe-listings/2.0.0/page.js', {})).body).toBe(`${CODE}// new`)
})

test.each(['page.css', 'page.js.br'])('a file that was changed is not in the copy: %s', async (file) => {
  const changed = file.endsWith('.br') ? brotliCompressSync('steal()') : '.steal{}'
  await startWithCopy({ [`mfe-listings/1.0.0/${file}`]: changed })
  await stop()
  const path = `/r/mfe-listings/1.0.0/${file.replace('.br', '')}`
  expect((await site.get(path, { 'accept-encoding': 'br' })).status).toBe(503)
  expect((await site.get('/')).status).toBe(200)
  expect(site.logged().join()).toContain(`files are not in the copy of the pages: 1, first ${path}`)
})

test('who waits for a registry that hangs gets the copy, and nobody after that waits', async () => {
  await startWithCopy()
  await site.stop()
  const hanging = await site.hang()
  expect((await site.get('/')).status).toBe(200)
  await expect.poll(site.pages).toBe('copy')
  hanging.asked.length = 0
  for (const path of ['/list', LISTING, SCRIPT]) expect(await site.get(path)).toBeDefined()
  expect(hanging.asked.filter((path) => !/healthz|page\.json/.test(path))).toEqual([])
  await hanging.end()
  await site.start()
  await expect.poll(site.pages).toBe('ok')
})

test('without a copy the error page says that there are no pages, until the registry starts', async () => {
  site = await startPagesSite({ releases, isThere: false })
  await expect.poll(site.pages).toBe('away')
  const { status, body } = await site.get('/')
  expect([status, body]).toEqual([503, expect.stringContaining('The pages of this site are not available right now')])
  expect(site.logged().join()).toContain('there is no copy of the pages')
  await site.start()
  expect(await named('/')).toBe('1.0.0')
  await expect.poll(site.copied).toBeGreaterThan(0)
})
