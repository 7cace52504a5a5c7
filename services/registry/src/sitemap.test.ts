import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import type { App } from '@aangan/service-kit/server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from './testing/registry.ts'
import type { ReleaseDraft } from './testing/releases.ts'

const ORIGIN = 'https://homes.example'
const A = 'a'.repeat(24)
const B = 'b'.repeat(24)
const TIME = '2026-01-02T03:04:05.000Z'
const LINES = `${A} ${TIME}\n${B} ${TIME}\n`

const remotes = [
  { name: 'shell' },
  {
    name: 'mfe-static',
    routes: [
      { path: '/', title: 'Start' },
      { path: '/{id}', title: 'Listing' },
      { path: '/login', title: 'Sign in', noindex: true },
    ],
  },
] satisfies ReleaseDraft[]

async function* half(): AsyncGenerator<string> {
  yield LINES.slice(0, 60)
  throw new Error('broken')
}

let registry: RunningRegistry
let broken: boolean
/** Sitemaps of listings that posts was asked for. */
let read: number

function addPosts(app: App): void {
  app.get('/posts/sitemap', async () => {
    if (broken) throw new Error('broken')
    return { pages: [{ name: '000001', lastmod: TIME }] }
  })
  app.get('/posts/sitemap/000001', async (_request, reply) => {
    read += 1
    return reply.type('text/plain').send(broken ? Readable.from(half()) : LINES)
  })
  app.get('/posts/cities', async (request) => {
    const { type } = request.query as { type?: string }
    return type === 'rent' ? [] : [{ city: 'Tom & "Jerry" <b>', count: 2 }]
  })
}

beforeEach(async () => {
  broken = false
  read = 0
  registry = await startRegistry({ releases: remotes, posts: addPosts, env: { SITE_URL: ORIGIN } })
})
afterEach(() => registry.close())

describe('robots.txt', () => {
  it('names the sitemap, and disallows private calls and tools', async () => {
    const { headers, body } = await registry.get('/robots.txt')
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const lines = body.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`)
    for (const path of ['/auth/', '/chats', '/openapi.json']) expect(lines).toContain(`Disallow: ${path}`)
    // Rendering a page requests these, and noindex pages must be readable.
    for (const path of ['/', '/posts', '/media', '/r/', '/login']) expect(lines).not.toContain(`Disallow: ${path}`)
  })
})

describe('sitemap.xml', () => {
  it('lists the sitemaps of pages and of listings', async () => {
    const { headers, body } = await registry.get('/sitemap.xml')
    expect(headers).toMatchObject({
      'content-type': 'application/xml; charset=utf-8',
      'cache-control': 'public, max-age=3600',
    })
    expect(body).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<sitemap><loc>${ORIGIN}/sitemaps/pages.xml</loc></sitemap>
<sitemap><loc>${ORIGIN}/sitemaps/listings-000001.xml</loc><lastmod>${TIME}</lastmod></sitemap>
</sitemapindex>
`,
    )
  })

  it('fails as a whole when posts fails', async () => {
    broken = true
    const { statusCode, json } = await registry.get('/sitemap.xml')
    expect([statusCode, json().code]).toEqual([502, 'UPSTREAM_FAILED'])
  })

  it.each(['/sitemap.xml', '/robots.txt', '/sitemaps/pages.xml'])(
    '%s is sent again only when it has changed',
    async (path) => {
      const { headers } = await registry.get(path)
      const again = await registry.get(path, { 'if-none-match': `W/${headers.etag}` })
      expect([again.statusCode, again.body]).toEqual([304, ''])
      const headed = await registry.app.inject({ method: 'HEAD', url: path })
      expect([headed.statusCode, headed.headers.etag]).toEqual([200, headers.etag])
    },
  )
})

describe('the sitemap of pages', () => {
  it('has the indexable routes and the cities, escaped', async () => {
    const { body } = await registry.get('/sitemaps/pages.xml')
    expect([...body.matchAll(/<loc>(.*)<\/loc>/g)].map(([, url]) => url)).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/list?city=Tom+%26+%22Jerry%22+%3Cb%3E`,
      `${ORIGIN}/list?city=Tom+%26+%22Jerry%22+%3Cb%3E&amp;type=buy`,
    ])
  })
})

describe('a sitemap of listings', () => {
  it('has each listing with its time', async () => {
    const { statusCode, body } = await registry.get('/sitemaps/listings-000001.xml')
    expect(statusCode).toBe(200)
    expect(body).toBe(
      `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc>${ORIGIN}/${A}</loc><lastmod>${TIME}</lastmod></url>
<url><loc>${ORIGIN}/${B}</loc><lastmod>${TIME}</lastmod></url>
</urlset>
`,
    )
  })

  it('is made once for all who ask at a time, and kept', async () => {
    const ask = () => registry.get('/sitemaps/listings-000001.xml', { 'accept-encoding': 'gzip, br' })
    const answers = await Promise.all(Array.from({ length: 20 }, ask))
    expect((await ask()).headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(new Set(answers.map(({ rawPayload }) => gunzipSync(rawPayload).toString())).size).toBe(1)
    expect(read).toBe(1)
  })

  it('fails as a whole when the response of posts breaks off, and is asked for again', async () => {
    broken = true
    expect((await registry.get('/sitemaps/listings-000001.xml')).statusCode).toBe(502)
    broken = false
    expect((await registry.get('/sitemaps/listings-000001.xml')).statusCode).toBe(200)
  })

  it('responds to HEAD', async () => {
    const { statusCode, headers, body } = await registry.app.inject({
      method: 'HEAD',
      url: '/sitemaps/listings-000001.xml',
    })
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/xml; charset=utf-8', ''])
  })

  it.each(['listings-000002.xml', 'listings-1.xml', 'listings-000001', 'other.xml', '__proto__'])(
    'is 404 at %s',
    async (file) => {
      const { statusCode, json } = await registry.get(`/sitemaps/${file}`)
      expect([statusCode, json().code]).toEqual([404, 'NOT_FOUND'])
    },
  )
})

it.each(['/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/listings-000001.xml'])(
  '%s is 503 while posts is down; its address is only logged',
  async (path) => {
    await registry.close()
    const gone = 'http://127.0.0.1:9'
    registry = await startRegistry({ releases: remotes, posts: addPosts, env: { SITE_URL: ORIGIN, POSTS_URL: gone } })
    const { statusCode, body } = await registry.get(path)
    expect([statusCode, JSON.parse(body).code]).toEqual([503, 'UNAVAILABLE'])
    expect(body).not.toContain('127.0.0.1')
    expect(registry.logged()).toContain(gone)
  },
)

describe('without SITE_URL', () => {
  it('links use the host of the request, and are not cached for others', async () => {
    await registry.close()
    registry = await startRegistry({ releases: remotes, posts: addPosts })
    for (const path of ['/robots.txt', '/sitemap.xml', '/sitemaps/pages.xml', '/sitemaps/listings-000001.xml']) {
      const { headers, body } = await registry.get(path, { 'x-forwarded-host': 'evil.example' })
      expect(headers['cache-control']).toMatch(/^private, no-cache/)
      expect(body).toContain('http://evil.example/')
      expect((await registry.get(path, { 'x-forwarded-host': 'good.example' })).body).not.toContain('evil')
    }
  })
})
