import { request } from 'node:http'
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

const LONG = JSON.stringify(Array.from({ length: 60 }, (_, at) => ({ id: at, title: 'A home with a courtyard' })))
const PACKED = brotliCompressSync('console.log("release")'.repeat(100))

let site: Site
beforeAll(async () => {
  site = await startSite({
    services: {
      posts: (app) => {
        app.get('/posts', async (_request, reply) => reply.type('application/json').header('etag', '"v1"').send(LONG))
        app.get('/posts/known', async (_request, reply) =>
          reply.code(304).type('application/json').header('etag', '"v1"').send(),
        )
        app.get('/posts/short', async () => ({ id: 1 }))
      },
      media: (app) => {
        app.get('/media/photo', async (_request, reply) => reply.type('image/jpeg').send(Buffer.alloc(5_000)))
      },
      registry: (app) => {
        app.get('/r/main.js', async (_request, reply) =>
          reply.type('text/javascript').headers({ 'content-encoding': 'br', etag: '"v1"' }).send(PACKED),
        )
      },
    },
  })
})
afterAll(() => site.close())

async function get(path: string, encoding?: string, method = 'GET') {
  const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding }
  const answer = await fetchRaw(path, { headers, method })
  return { ...answer, encoding: answer.headers.get('content-encoding') }
}

/** `fetch` would decompress the body. */
function fetchRaw(path: string, options: { headers: Record<string, string>; method: string }) {
  return new Promise<{ headers: Headers; bytes: Buffer }>((resolve, reject) => {
    request({ port: site.port, path, ...options }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => {
        resolve({ headers: new Headers(response.headers as Record<string, string>), bytes: Buffer.concat(chunks) })
      })
      response.on('error', reject)
    })
      .on('error', reject)
      .end()
  })
}

test('long text is compressed as the client prefers', async () => {
  const brotli = await get('/posts', 'gzip, deflate, br')
  expect(brotli.encoding).toBe('br')
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(LONG)
  expect(brotli.bytes.length).toBeLessThan(LONG.length / 5)
  expect(brotli.headers.get('content-length')).toBe(String(brotli.bytes.length))
  const gzip = await get('/posts', 'gzip')
  expect(gzip.encoding).toBe('gzip')
  expect(gunzipSync(gzip.bytes).toString()).toBe(LONG)
})

test('compression weakens the ETag', async () => {
  expect((await get('/posts', 'br')).headers.get('etag')).toBe('W/"v1"')
  expect((await get('/posts')).headers.get('etag')).toBe('"v1"')
})

test.each([undefined, 'identity', 'br;q=0, gzip;q=0', 'zstd'])(
  'a client that accepts %s gets it uncompressed',
  async (encoding) => {
    const answer = await get('/posts', encoding)
    expect(answer.encoding).toBeNull()
    expect(answer.bytes.toString()).toBe(LONG)
    // Other clients get a compressed body, so caches need Vary.
    expect(answer.headers.get('vary')).toContain('accept-encoding')
  },
)

test.each([undefined, 'br'])('HEAD has the headers of GET, for a client that accepts %s', async (encoding) => {
  const framing = /^(date|x-request-id|content-length|transfer-encoding|connection|keep-alive)$/
  for (const path of ['/posts', '/posts/short', '/media/photo', '/r/main.js', '/openapi.json']) {
    const [got, head] = [await get(path, encoding), await get(path, encoding, 'HEAD')]
    const headersOf = ({ headers }: typeof got) => [...headers].filter(([name]) => !framing.test(name))
    expect([path, ...headersOf(head)]).toEqual([path, ...headersOf(got)])
    // It may be missing, but not differ.
    const length = head.headers.get('content-length')
    if (length !== null) expect([path, length]).toEqual([path, String(got.bytes.length)])
  }
})

test('304 names the same variants as 200', async () => {
  const { headers } = await get('/posts/known', 'br')
  expect([headers.get('vary'), headers.get('etag')]).toEqual(['cookie, accept-encoding', 'W/"v1"'])
})

test('short text and pictures are not compressed', async () => {
  expect((await get('/posts/short', 'br')).encoding).toBeNull()
  expect((await get('/media/photo', 'br')).encoding).toBeNull()
})

test('precompressed release files pass through', async () => {
  const answer = await get('/r/main.js', 'br')
  expect(answer.bytes.equals(PACKED)).toBe(true)
  expect(answer.headers.get('content-length')).toBe(String(PACKED.length))
  expect(answer.headers.get('etag')).toBe('"v1"')
})
