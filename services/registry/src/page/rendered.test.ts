import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { PAGE_COPY_URL } from '@aangan/contracts/page'
import { STYLE_HASHES_HEADER } from '@aangan/contracts/page-retry'
import { type PageToRender, RENDER_URL } from '@aangan/contracts/rendering'
import { post } from '@aangan/contracts/testing/posts'
import { AppError } from '@aangan/service-kit/errors'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { bootIn, dataIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import type { ReleaseDraft } from '../testing/releases.ts'

const SERVER = 'list.server.js'
const listings = {
  name: 'mfe-listings',
  routes: [
    { path: '/list', title: 'Homes', data: '/posts{search}' },
    { path: '/{id}', title: 'Listing', data: '/posts/{id}' },
  ],
  files: { 'remote.css': 'a{}', 'remote.js': 'remote', [SERVER]: 'exports.mount = async () => ""' },
  hashedNames: true,
  alter: (release) => ({
    ...release,
    server: SERVER,
    exposes: { './remote': { js: ['remote.js'], css: ['remote.css'] } },
  }),
} satisfies ReleaseDraft

const asked: PageToRender[] = []
/** Cities whose visitor has left. */
const left: string[] = []
let title: string

/** What the renderer answers, by the city of the search. */
const ANSWERS: Record<string, { status: number; body?: object }> = {
  Pune: { status: 200, body: { html: '<main>Homes in <b>Pune</b></main>', hasRemote: true } },
  '': { status: 200, body: { html: '<main>Not Found</main>', hasRemote: true } },
  Goa: { status: 200, body: { html: '<main>empty</main>', hasRemote: false } },
  Busy: { status: 204 },
  Odd: { status: 200, body: { page: '<main>' } },
  Broken: { status: 500, body: {} },
  Late: { status: 200, body: { html: '<main>Homes</main>', hasRemote: true } },
}
const LATE_MS = 600

async function start(env: Record<string, string> = {}, css = 'a{}') {
  asked.length = 0
  left.length = 0
  title = 'A flat'
  const registry = await startRegistry({
    releases: [{ name: 'shell' }, { ...listings, files: { ...listings.files, 'remote.css': css } }],
    // Renderers have one call, so it may be beside those of the other services.
    hasRenderer: true,
    env: { RENDER_WAIT_MS: '5000', ...env },
    posts(server) {
      server.get('/posts', async () => [post({ title })])
      server.get('/posts/:id', async () => Promise.reject(new AppError('NOT_FOUND', 'Not Found')))
      server.post<{ Body: PageToRender }>(RENDER_URL, async ({ body }, reply) => {
        asked.push(body)
        const city = new URL(body.url, 'http://site').searchParams.get('city') ?? ''
        const answer = ANSWERS[city]
        if (answer === undefined) return await new Promise(() => reply.raw.on('close', () => left.push(city)))
        if (city === 'Late') await setTimeout(LATE_MS)
        return reply.code(answer.status).send(answer.body ?? null)
      })
    },
  })
  onTestFinished(() => registry.close())
  return registry
}

const counted = (text: string) =>
  Object.fromEntries([...text.matchAll(/^registry_pages_total\{rendered="(\w+)"\} (\d+)$/gm)].map(([, ...row]) => row))

it('is in the page, by exactly the releases and the data of the page', async () => {
  const registry = await start()
  const { body } = await registry.get('/list?city=Pune')
  expect(body).toContain('<div id="root" data-rendered><main>Homes in <b>Pune</b></main></div>')
  const page = asked.find(({ url }) => url === '/list?city=Pune')
  expect(page).toMatchObject({ remote: 'mfe-listings', boot: bootIn(body) })
  expect(page?.first).toMatchObject([{ path: '/posts?city=Pune', body: [{ title: 'A flat' }] }])
  expect(counted(await registry.metrics())).toEqual({ yes: '1' })
})

describe('its styles', () => {
  const LINK = '<link rel="stylesheet" href="/r/mfe-listings/remote.css" integrity="'
  const linkIn = (body: string) => body.slice(body.indexOf(LINK)).split('>')[0]

  it('are in the page, with their hashes for its policy, also if it is kept', async () => {
    const registry = await start({}, 'a{background:url(a.svg),url("/b.svg"),url(data:,c)}')
    for (let time = 0; time < 3; time++) {
      const { body, headers } = await registry.get('/list?city=Pune')
      const styles = [...body.matchAll(/<style>(.*?)<\/style>/g)].map(([, css = '']) => css)
      expect(styles).toEqual(['a{background:url(/r/mfe-listings/a.svg),url("/b.svg"),url(data:,c)}'])
      const hashes = styles.map((css) => `sha256-${createHash('sha256').update(css).digest('base64')}`)
      expect(headers[STYLE_HASHES_HEADER]).toBe(hashes.join(' '))
      expect(body).toContain(`</style>${LINK}`)
      expect(linkIn(body)).toMatch(/ disabled$/)
    }
  })

  it.each([
    ['is large', `a{content:"${'x'.repeat(70_000)}"}`],
    ['could end its element', 'a{content:"</style>"}'],
    ['loads another', '@import "/r/mfe-listings/b.css";'],
  ])('are a file if one %s', async (_what, css) => {
    const registry = await start({}, css)
    const { body, headers } = await registry.get('/list?city=Pune')
    expect(body).not.toContain('<style>')
    expect(linkIn(body)).toMatch(/data-shell$/)
    expect(headers).not.toHaveProperty(STYLE_HASHES_HEADER)
  })

  it('are a file, which browsers refuse, if they are not those that were released', async () => {
    const registry = await start()
    await writeFile(registry.releaseFile('mfe-listings', '1.0.0', 'remote.css'), 'b{}')
    expect(linkIn((await registry.get('/list?city=Pune')).body)).toMatch(/data-shell$/)
    expect(registry.logged()).toContain('remote.css does not match its integrity')
    await writeFile(registry.releaseFile('mfe-listings', '1.0.0', 'remote.css'), 'a{}')
    expect(linkIn((await registry.get('/list?city=Pune')).body)).toMatch(/disabled$/)
  })
})

it('has only the shell if the remote has no part in it', async () => {
  const registry = await start()
  const { body } = await registry.get('/list?city=Goa')
  expect(body).toContain('<div id="root" data-rendered><main>empty</main></div>')
  expect(body).toContain('<link rel="preload" as="style" href="/r/mfe-listings/remote.css"')
  expect(counted(await registry.metrics())).toEqual({ shell: '1' })
})

it('has the answer to the sign-in form, for whoever sent it alone', async () => {
  const registry = await start()
  const url = '/login?city=Pune'
  const refused = { status: 401, message: 'Invalid Credentials!', username: 'asha.rao' }
  const sent = () => registry.app.inject({ method: 'POST', url, payload: refused })
  const [before, answer, after] = await Promise.all([registry.get(url), sent(), registry.get(url)])
  expect(answer.statusCode).toBe(401)
  const first = {
    path: '/auth/login',
    status: 401,
    headers: {},
    body: { message: refused.message, username: 'asha.rao' },
  }
  expect(asked).toContainEqual(expect.objectContaining({ url, first: [first] }))
  expect(JSON.parse(dataIn(answer.body, 'first-data') ?? '')).toEqual(first)
  for (const { body } of [before, after]) expect(body).not.toContain('asha.rao')
})

describe('a page that is asked for again', () => {
  const PUNE = '/list?city=Pune'
  const timesMade = (url: string) => asked.filter((page) => page.url === url).length

  it('is kept as long as its data is the same', async () => {
    const registry = await start()
    await registry.get(PUNE)
    const { body, headers } = await registry.get(PUNE)
    const kept = await registry.get(PUNE)
    expect([kept.body, kept.headers.etag, timesMade(PUNE)]).toEqual([body, headers.etag, 2])
    title = 'A changed flat'
    expect((await registry.get(PUNE)).body).toContain('A changed flat')
    expect(timesMade(PUNE)).toBe(3)
    expect(await registry.metrics()).toContain('registry_kept_pages_total{outcome="hit"} 1')
  })

  it('is compressed, and the same page to browsers that have it', async () => {
    const registry = await start()
    const packed = { 'accept-encoding': 'gzip, br' }
    const { body, headers } = await registry.get(PUNE)
    for (const _time of [1, 2]) await registry.get(PUNE, packed)
    const kept = await registry.get(PUNE, packed)
    expect(brotliDecompressSync(kept.rawPayload).toString()).toBe(body)
    expect(kept.headers).toMatchObject({ 'content-encoding': 'br', etag: `W/${headers.etag}` })
    expect(kept.headers.vary).toContain('accept-encoding')
    const known = await registry.get(PUNE, { ...packed, 'if-none-match': String(kept.headers.etag) })
    expect([known.statusCode, known.body]).toEqual([304, ''])
    const head = await registry.app.inject({ method: 'HEAD', url: PUNE, headers: packed })
    expect(head.headers).toMatchObject({ 'content-encoding': 'br', etag: kept.headers.etag })
  })

  it.each<[of: string, url: string, headers: (registry: RunningRegistry) => Record<string, string>]>([
    ['somebody who is signed in', PUNE, (registry) => registry.signedIn('a'.repeat(24))],
    ['an address without a listing', `/${'f'.repeat(24)}`, () => ({})],
    ['a remote that could not be rendered', '/list?city=Goa', () => ({})],
  ])('is made again for %s', async (_of, url, headers) => {
    const registry = await start()
    for (const _time of [1, 2, 3]) await registry.get(url, headers(registry))
    expect(timesMade(url)).toBe(3)
  })

  it.each([
    ['another language', { 'accept-language': 'de' }],
    ['another host', { 'x-forwarded-host': 'other.example' }],
  ])('is another one in %s', async (_what, headers) => {
    const registry = await start()
    for (const _time of [1, 2, 3]) await registry.get(PUNE)
    await registry.get(PUNE, headers)
    expect(timesMade(PUNE)).toBe(3)
  })
})

it.each(['Busy', 'Odd', 'Broken', 'Slow'])('is left to the browser if the renderer is %s', async (city) => {
  const registry = await start(city === 'Slow' ? { RENDER_WAIT_MS: '1' } : {})
  const { statusCode, body } = await registry.get(`/list?city=${city}`)
  expect(statusCode).toBe(200)
  expect(body).toContain('<div id="root"><header class="frame-bar">')
  expect(counted(await registry.metrics())).toEqual({ no: '1' })
})

it('is waited for longer as on a busy machine, unless the one before it has no answer', async () => {
  const registry = await start({ RENDER_WAIT_MS: '400' })
  const isRendered = async (city: string) => (await registry.get(`/list?city=${city}`)).body.includes('data-rendered>')
  expect([await isRendered('Late'), await isRendered('Slow'), await isRendered('Late')]).toEqual([true, false, false])
  expect([await isRendered('Pune'), await isRendered('Late')]).toEqual([true, true])
  expect(await Promise.all([isRendered('Late&page=2'), isRendered('Late&page=3')])).toEqual([true, false])
})

it('is not counted if its visitor has left', async () => {
  const registry = await start()
  await registry.app.listen({ port: 0, host: '127.0.0.1' })
  const visitor = connect(Number(new URL(registry.app.listeningOrigin).port), '127.0.0.1')
  visitor.write('GET /list?city=Slow HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\nCookie: visit=1\r\n\r\n')
  await expect.poll(() => asked.some(({ url }) => url.endsWith('Slow'))).toBe(true)
  visitor.destroy()
  await expect.poll(() => left).toEqual(['Slow'])
  await registry.get('/list?city=Pune')
  expect(counted(await registry.metrics())).toEqual({ yes: '1' })
})

it('is left to the browser for a very long address', async () => {
  const registry = await start()
  const { body } = await registry.get(`/list?city=Pune&near=${'a+'.repeat(1_000)}`)
  expect(body).not.toContain('data-rendered>')
  expect((await registry.get('/list?city=Pune')).body).toContain('<div id="root" data-rendered>')
  expect(asked.filter(({ url }) => url.startsWith('/list?'))).toHaveLength(1)
})

it('is prepared for new releases and canaries before anybody asks for a page', async () => {
  const registry = await start()
  const prepared = () =>
    asked.map(({ url, remote, boot }) => `${url} ${remote} ${boot.remotes['mfe-listings']?.version}`)
  // As gateways do every other second.
  const follow = () => registry.get(PAGE_COPY_URL)
  const expectPrepared = async (...versions: string[]) => {
    await follow()
    const [first, ...more] = versions.map((version) => `/list mfe-listings ${version}`)
    // The page of no remote once, since the shell is the same.
    await expect.poll(prepared).toEqual([first, '/not/found null 1.0.0', ...more])
  }
  await expectPrepared('1.0.0')
  await registry.publish({ ...listings, version: '2.0.0' })
  await registry.publish({ ...listings, version: '3.0.0' }, { to: { share: 0.1 } })
  await expectPrepared('1.0.0', '2.0.0', '3.0.0')
  await registry.change('mfe-listings', { action: 'rollback' })
  await follow()
  await registry.publish({ ...listings, version: '4.0.0' })
  await expectPrepared('1.0.0', '2.0.0', '3.0.0', '4.0.0')
})

it.each([`/r/mfe-listings/1.0.0/${SERVER}`, `/r/mfe-listings/${SERVER}`])('%s cannot be downloaded', async (url) => {
  const registry = await start()
  expect((await registry.get(url.replace(SERVER, 'remote.js'))).statusCode).toBe(200)
  expect((await registry.get(url)).statusCode).toBe(404)
  expect((await registry.get('/list?city=Pune')).body).not.toContain(SERVER)
  expect((await registry.get('/r/page.json')).body).not.toContain(SERVER)
})

it.each([
  ['remote.js', `'remote.js' is public: name the bundle for servers *.server.js`],
  ['other.server.js', `it needs 'other.server.js', which is not among its files`],
])('refuses a release whose bundle for servers is %s', async (server, why) => {
  const registry = await start()
  await expect(
    registry.publish({ ...listings, version: '2.0.0', alter: (release) => ({ ...release, server }) }),
  ).rejects.toThrow(why)
})

it('is prepared again while nobody asks for one, since renderers end what is not asked for', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const registry = await start()
  await registry.get('/list?city=Pune')
  const timesPrepared = () => asked.filter(({ url }) => url === '/list').length
  await expect.poll(timesPrepared).toBe(1)
  await vi.advanceTimersByTimeAsync(5 * 60_000)
  await expect.poll(timesPrepared).toBe(2)
})
