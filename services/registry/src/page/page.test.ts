import { createHash } from 'node:crypto'
import { EventEmitter, once } from 'node:events'
import { PAGE_COPY_URL } from '@aangan/contracts/page'
import { PAGE_SCRIPT, SCRIPT_HASH_HEADER, SHELL_FILE } from '@aangan/contracts/page-retry'
import { PICTURE_SIZES } from '@aangan/contracts/picture-sizes'
import { ID, post, postWithDetail } from '@aangan/contracts/testing/posts'
import type { App } from '@aangan/service-kit/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bootIn, dataIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import type { ReleaseDraft } from '../testing/releases.ts'

const listings = {
  name: 'mfe-listings',
  routes: [
    { path: '/list', title: 'Homes', description: 'All "homes"', data: '/posts{search}', about: 'search' },
    { path: '/{id}', title: 'Home', data: '/posts/{id}', about: 'listing' },
    {
      path: '/cities',
      title: 'Cities',
      data: ['/posts?city=Broken', '/posts/cities', '/posts?city=Pune'],
      userData: ['/users/saved'],
    },
  ],
  files: { 'remote.js': 'remote', 'remote.css': 'a{}' },
} satisfies ReleaseDraft

const [SLOW, BROKEN] = ['5'.repeat(24), 'b'.repeat(24)]

const PHOTOGRAPHED = 'f'.repeat(24)
const FOLDER = `/media/posts/${'c'.repeat(24)}`
const PHOTO = `${FOLDER}/1600.webp`

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({
    releases: [{ name: 'shell', files: { 'shell.css': 'b{}', 'inter.woff2': 'font' } }, listings],
    posts: addPosts,
  })
})

afterEach(() => registry.close())

const get: RunningRegistry['get'] = (...args) => registry.get(...args)

/** Normal responses, one that fails and one that never arrives. */
function addPosts(server: App): void {
  server.get('/posts', async (request, reply) => {
    const { city } = request.query as { city?: string }
    if (city === 'Slow') await new Promise(() => undefined)
    if (city === 'Photos') return [post({ images: [PHOTO], img: PHOTO })]
    if (city === 'Broken') throw new Error('broken')
    reply.headers({ 'x-total-count': '1', link: '</posts>; rel="next"' })
    return [post({ title: '</script><b>\u2028' })]
  })
  server.get('/posts/cities', async () => [{ city: 'Pune', count: 1 }])
  server.get('/users/saved', async ({ identity }) => ({ ids: identity === null ? [] : [ID] }))
  server.get('/users/session', async ({ identity }) => {
    if (identity?.id === SLOW) await new Promise(() => undefined)
    if (identity?.id === BROKEN) throw new Error('broken')
    return { status: 'user', user: { id: identity?.id, username: 'asha', avatar: null, createdAt: post().createdAt } }
  })
  server.get(`/posts/${PHOTOGRAPHED}`, async () => postWithDetail({ id: PHOTOGRAPHED, images: [PHOTO] }))
  server.get(`/posts/${ID}`, async () => postWithDetail({ title: 'Flat & <garden>' }))
}

const answered = new EventEmitter()

function listingThat(answer: () => Promise<unknown>) {
  const posts = (server: App) => {
    server.get('/posts', () => new Promise(() => undefined))
    server.get(`/posts/${ID}`, () => {
      answered.emit('asked')
      return answer()
    })
  }
  return { releases: [{ name: 'shell' }, listings], posts }
}

describe('a page', () => {
  it('preloads everything its route needs', async () => {
    const { statusCode, headers, body } = await get('/list?city=Pune')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'private, no-cache' })
    expect(body).toContain('<html lang="en">')
    expect(body).toContain('<title>Homes to buy or rent in Pune · Aangan</title>')
    expect(body).toMatch(
      /<link rel="stylesheet" href="\/r\/shell\/1.0.0\/shell.css" integrity="sha384-[^"]+" crossorigin data-shell>/,
    )
    expect(body).toMatch(
      /<script defer src="\/r\/shell\/1.0.0\/entry.js" integrity="sha384-[^"]+" crossorigin data-shell>/,
    )
    expect(body).toContain('as="font" type="font/woff2" href="/r/shell/1.0.0/inter.woff2"')
    for (const file of ['entry.js', 'remote.js', 'remote.css']) {
      expect(body).toMatch(
        new RegExp(`rel="preload" as="\\w+" href="/r/mfe-listings/1.0.0/${file}" integrity="sha384-`),
      )
    }
    expect(body).toContain('as="image" href="/media/drawings/apartment/a1/0.svg"')
  })

  it.each([
    ['its first card', '/list?city=Photos', PICTURE_SIZES.results],
    ['its listing', `/${PHOTOGRAPHED}`, PICTURE_SIZES.large],
  ])('preloads the photograph of %s in the width that the screen needs', async (_which, path, sizes) => {
    const { body } = await get(path)
    const [link = ''] = body.match(/<link rel="preload" as="image"[^>]*>/g) ?? []
    const widths = [320, 640, 1024, 1600].map((width) => `${FOLDER}/${width}.webp ${width}w`).join(', ')
    expect(link).toBe(
      `<link rel="preload" as="image" imagesrcset="${widths}" imagesizes="${sizes}" fetchpriority="high">`,
    )
  })

  it('brings what is painted before scripts run, with the name of the site escaped', async () => {
    await registry.close()
    registry = await startRegistry({
      releases: [{ name: 'shell' }, listings],
      posts: addPosts,
      env: { SITE_NAME: 'Homes & <b>' },
    })
    const { body } = await get('/about')
    expect(body).toMatch(/<div id="root"><header class="frame-bar"><svg .+<\/svg>Homes &#38; &#60;b&#62;<\/header>/)
    expect(body).toContain('<noscript>Homes &#38; &#60;b&#62; needs JavaScript.')
  })

  it('has no inline style, and only the script that retries, before the files it retries', async () => {
    const { body, headers } = await get('/list')
    const [before = '', after = ''] = body.split(`<script>${PAGE_SCRIPT}</script>`)
    expect(before).not.toContain(SHELL_FILE)
    expect(after).toContain(SHELL_FILE)
    expect(before + after).not.toMatch(/<style|style=|<script>|\son\w+=/)
    const hash = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
    const copy = await registry.app.inject(PAGE_COPY_URL)
    for (const answer of [headers, copy.headers]) expect(answer[SCRIPT_HASH_HEADER]).toBe(`sha256-${hash}`)
  })

  it('lists all remotes', async () => {
    const boot = bootIn((await get('/list')).body)
    expect(boot.site).toEqual({
      name: 'Aangan',
      currency: 'usd',
      locale: 'en-IN',
      tiles: { url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png', attribution: '© OpenStreetMap contributors' },
      mapCentre: null,
    })
    expect(boot.remotes['mfe-listings']).toMatchObject({
      version: '1.0.0',
      entry: '/r/mfe-listings/1.0.0/entry.js',
      exposes: { './remote': { js: ['/r/mfe-listings/1.0.0/remote.js'], css: ['/r/mfe-listings/1.0.0/remote.css'] } },
    })
    expect(boot.shell.integrity).toMatchObject({ '/r/shell/1.0.0/entry.js': expect.stringMatching(/^sha384-/) })
  })

  it('embeds the first data of its route, escaped', async () => {
    const { body } = await get('/list?city=Pune')
    expect(body).toContain('id="first-data" data-path="/posts?city=Pune"')
    const data = dataIn(body, 'first-data') ?? ''
    expect(data).not.toMatch(/[<\u2028]/)
    expect(JSON.parse(data)).toEqual({
      path: '/posts?city=Pune',
      status: 200,
      headers: { 'x-total-count': '1', link: '</posts>; rel="next"' },
      body: [post({ title: '</script><b>\u2028' })],
    })
  })

  it.each([
    ['a visitor', false, []],
    ['somebody signed in', true, [['/users/saved', { ids: [ID] }]]],
  ])('embeds whatever has arrived of what its route names, for %s', async (_who, isSignedIn, own) => {
    const { body } = await get('/cities', isSignedIn ? registry.signedIn(ID) : {})
    const elements = [...body.matchAll(/<script type="application\/json"[^>]* data-path="([^"]+)">(.*)<\/script>/g)]
    expect(elements.map(([, path, text]) => [path, JSON.parse(text ?? '').body])).toEqual([
      ['/posts/cities', [{ city: 'Pune', count: 1 }]],
      ['/posts?city=Pune', [expect.objectContaining({ city: 'Pune' })]],
      ...own,
    ])
  })

  it.each(['Slow', 'Broken'])('is sent without first data that is %s', async (city) => {
    await registry.close()
    registry = await startRegistry({
      releases: [{ name: 'shell' }, listings],
      posts: addPosts,
      env: { FIRST_DATA_WAIT_MS: '20' },
    })
    const { statusCode, body } = await get(`/list?city=${city}`)
    expect(statusCode).toBe(200)
    expect(dataIn(body, 'first-data')).toBeUndefined()
  })

  it('of a listing waits longer than other pages, to learn whether it exists', async () => {
    await registry.close()
    const late = listingThat(async () => {
      await once(answered, 'now')
      return postWithDetail()
    })
    registry = await startRegistry({ ...late, env: { FIRST_DATA_WAIT_MS: '1' } })
    const asked = once(answered, 'asked')
    const page = get(`/${ID}`)
    await asked
    // Its short limit has passed when another page is there without its data.
    expect(dataIn((await get('/list?city=Slow')).body, 'first-data')).toBeUndefined()
    answered.emit('now')
    const { statusCode, body } = await page
    expect(statusCode).toBe(200)
    expect(dataIn(body, 'first-data')).toBeDefined()
  })

  it.each([
    ['does not answer', () => new Promise(() => undefined)],
    ['fails', () => Promise.reject(new Error('broken'))],
  ])('is 503, and complete, while posts %s and nobody knows whether the listing exists', async (_what, answer) => {
    await registry.close()
    const env = { FIRST_DATA_WAIT_MS: '1', PAGE_STATUS_WAIT_MS: '20' }
    registry = await startRegistry({ ...listingThat(answer), env })
    const { statusCode, headers, body } = await get(`/${ID}`)
    expect([statusCode, headers['retry-after']]).toEqual([503, '30'])
    expect(bootIn(body).remotes).toHaveProperty('mfe-listings')
    const etag = String(headers.etag)
    expect((await get(`/${ID}`, { 'if-none-match': etag })).statusCode).toBe(503)
  })

  it('embeds the session, on a 404, too', async () => {
    for (const url of ['/list', '/nowhere']) {
      const { body, headers } = await get(url, registry.signedIn(ID))
      expect(headers['cache-control']).toBe('private, no-store')
      const { session } = bootIn(body)
      expect(session).toMatchObject({ status: 'user', user: { id: ID, username: 'asha' } })
    }
  })

  it('is a visitor’s without credentials, and calls no service', async () => {
    await registry.close()
    const asked: string[] = []
    const posts = (server: App) => {
      server.addHook('onRequest', async ({ url }) => void asked.push(url))
      addPosts(server)
    }
    registry = await startRegistry({ releases: [{ name: 'shell' }, listings], posts })
    expect(bootIn((await get('/list')).body).session).toEqual({ status: 'visitor' })
    expect(asked).toEqual(['/posts'])
  })

  it('has an unknown session if the gateway could not tell', async () => {
    const { body } = await get('/list', { 'x-aangan-identity': 'unknown' })
    expect(bootIn(body).session).toEqual({ status: 'unknown' })
  })

  it.each([SLOW, BROKEN])('is sent without its session when that of %s does not arrive', async (id) => {
    await registry.close()
    const env = { FIRST_DATA_WAIT_MS: '20' }
    registry = await startRegistry({ releases: [{ name: 'shell' }, listings], posts: addPosts, env })
    const { statusCode, body } = await get('/nowhere', registry.signedIn(id))
    expect(statusCode).toBe(404)
    expect(bootIn(body).session).toEqual({ status: 'unknown' })
    expect(registry.logged()).toContain('could not fetch the session; sending the page without it')
  })

  it('has the title and picture of its listing', async () => {
    const { body } = await get(`/${ID}`)
    expect(body).toContain('<title>Flat &#38; &#60;garden&#62;, Pune · $ 45,00,000 · Aangan</title>')
    expect(body).toContain('as="image" href="/media/drawings/apartment/a1/0.svg"')
  })

  it('groups figures by Accept-Language, and varies on it', async () => {
    const ours = await get(`/${ID}`)
    const german = await get(`/${ID}`, { 'accept-language': 'de-DE,de;q=0.9' })
    expect(bootIn(german.body).site.locale).toBe('de-DE')
    expect(german.body).toContain('Pune · $ 4.500.000 · Aangan</title>')
    expect(german.body).toContain('<html lang="en">')
    expect(german.headers.vary).toMatch(/accept-language/i)
    const known = { 'if-none-match': String(ours.headers.etag) }
    expect((await get(`/${ID}`, { ...known, 'accept-language': 'de-DE' })).statusCode).toBe(200)
    expect((await get(`/${ID}`, known)).headers.vary).toMatch(/accept-language/i)
  })

  it('is sent again only when it has changed', async () => {
    const first = await get('/list')
    const again = await get('/list', { 'if-none-match': `W/${first.headers.etag}` })
    expect(again.statusCode).toBe(304)
    await registry.publish({ ...listings, version: '1.0.1' })
    expect((await get('/list', { 'if-none-match': String(first.headers.etag) })).statusCode).toBe(200)
  })
})

describe('an address with a slash at its end', () => {
  it.each([
    ['/list/', '/list'],
    ['/list/?city=Pune&type=rent', '/list?city=Pune&type=rent'],
    ['/list/?', '/list'],
    [`/${ID}/`, `/${ID}`],
  ])('leads permanently from %s to %s', async (url, location) => {
    const { statusCode, headers } = await get(url)
    expect([statusCode, headers.location]).toEqual([308, location])
  })
})

describe('a page for people who are signed in', () => {
  const REASON = 'Sign in to see what is yours.'
  const SENT = '/login?next=%2Fown%3Ftab%3Dsaved'
  const members = {
    name: 'mfe-members',
    routes: [
      { path: '/login', title: 'Sign in' },
      { path: '/own', title: 'Own', signedIn: REASON },
      { path: '/own/{id}', title: 'One', signedIn: true },
    ],
    files: { 'remote.js': 'remote' },
  } satisfies ReleaseDraft
  beforeEach(() => registry.publish(members))

  it.each([
    ['/own?tab=saved', SENT],
    [`/own/${ID}`, `/login?next=%2Fown%2F${ID}`],
    ['/own?to=https://evil.example//', '/login?next=%2Fown%3Fto%3Dhttps%3A%2F%2Fevil.example%2F%2F'],
    ['/own?a=\\evil.example', '/login'],
  ])('sends a visitor from %s to %s', async (url, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const { statusCode, headers, body } = await registry.app.inject({ method, url })
      expect([statusCode, headers.location, headers['cache-control']]).toEqual([302, location, 'private, no-store'])
      expect(body).not.toContain('remote.js')
    }
  })

  it('leaves out what would make the address of the sign-in page too long', async () => {
    expect((await get(`/own?${'/'.repeat(4_000)}`)).headers.location).toBe('/login?next=%2Fown')
  })

  it.each<[who: string, headers: () => Record<string, string>]>([
    ['who is signed in', () => registry.signedIn(ID)],
    ['of whom it is unknown', () => ({ 'x-aangan-identity': 'unknown' })],
  ])('is sent to somebody %s', async (_who, headers) => {
    expect((await get('/own', headers())).statusCode).toBe(200)
  })

  it('leads to a form that no browser keeps with a password in it', async () => {
    const cachingOf = async (url: string) => (await get(url)).headers['cache-control']
    expect(await cachingOf(SENT)).toBe('private, no-store')
    expect(await cachingOf('/list')).toBe('private, no-cache')
  })

  it('never leads in a circle', async () => {
    await registry.publish({
      ...members,
      version: '2.0.0',
      routes: [{ path: '/login', title: 'Sign in', signedIn: true }],
    })
    expect((await get('/login')).statusCode).toBe(200)
  })

  it.each([
    [SENT, { reason: REASON }],
    [`/login?next=%2Fown%2F${ID}`, undefined],
    ['/login?next=%2Flist', undefined],
    ['/login?next=//evil.example/own', undefined],
    ['/login', undefined],
    ['/list?next=%2Fown', undefined],
  ])('has its reason said by the page that signs in: %s', async (url, state) => {
    expect(bootIn((await get(url)).body).state).toEqual(state)
  })
})

describe('an unknown address', () => {
  it.each(['/nowhere', '/nowhere/', '/List/', '/0123456789ABCDEF01234567', '/0123', '/%7Bid%7D'])(
    'is 404 at %s',
    async (url) => {
      const { statusCode, body } = await get(url)
      expect(statusCode).toBe(404)
      expect(body).toContain('<title>Not Found · Aangan</title>')
      expect(body).toContain('/r/shell/1.0.0/entry.js')
    },
  )

  it('is 404 for a removed listing, with the response of posts', async () => {
    const { statusCode, body } = await get(`/${ID.replace('0', 'f')}`)
    expect(statusCode).toBe(404)
    expect(JSON.parse(dataIn(body, 'first-data') ?? '')).toMatchObject({ status: 404 })
  })

  it('sends JSON to clients that accept only that', async () => {
    const { statusCode, json } = await get('/nowhere', { accept: 'application/json' })
    expect(statusCode).toBe(404)
    expect(json()).toMatchObject({ code: 'NOT_FOUND', message: 'Not Found' })
  })

  it('refuses other methods', async () => {
    const { statusCode, headers } = await registry.app.inject({ method: 'POST', url: '/list' })
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD'])
  })
})
