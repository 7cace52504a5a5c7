import { createHash } from 'node:crypto'
import { brotliCompressSync, constants } from 'node:zlib'
import { CHANGED_RELEASES_URL } from '@aangan/contracts/changed-releases'
import { PAGE_COPY_URL } from '@aangan/contracts/page'
import type { PageCopy } from '@aangan/contracts/page-copy'
import { SCRIPT_HASH_HEADER } from '@aangan/contracts/page-retry'
import { entityTag, isKnown } from '@aangan/service-kit/entity-tag'
import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Site, startSite } from '../testing/site.ts'

const COPY: PageCopy = {
  html: '<!doctype html><p>The copy</p>',
  remotes: { homes: { routes: [{ path: '/' }, { path: '/list' }, { path: '/late' }] } },
  files: {},
}

const SCRIPT_HASH = `sha256-${createHash('sha256').update('the script of the copy').digest('base64')}`
const LARGE = '/r/homes/1/large.woff2'
const PACKED = '/r/homes/1/packed.js'
const GONE = '/r/homes/1/gone.js'
const ZEROS = Buffer.alloc(40_000_000)
/** Packed once: it takes as long as all else here. */
const PACKED_ZEROS = brotliCompressSync(ZEROS, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })
const INTEGRITY = `sha384-${createHash('sha384').update(ZEROS).digest('base64')}`

let site: Site
let copy: PageCopy & Record<string, unknown>
let asked: string[]

/** A registry with one page of each kind. */
beforeEach(async () => {
  copy = COPY
  asked = []
  site = await startSite({
    services: {
      registry: (app) => {
        app.addHook('onRequest', async ({ url }) => void asked.push(url))
        app.get(PAGE_COPY_URL, async (request, reply) => {
          const etag = entityTag(JSON.stringify(copy))
          return isKnown(request, etag)
            ? reply.code(304).send()
            : reply.headers({ etag, [SCRIPT_HASH_HEADER]: SCRIPT_HASH }).send(copy)
        })
        app.get(LARGE, async () => ZEROS)
        app.get(PACKED, async (_request, reply) => reply.header('content-encoding', 'br').send(PACKED_ZEROS))
        app.get(GONE, async (_request, reply) => reply.code(404).send())
        app.get('/r/*', async () => {
          throw new AppError('UNAVAILABLE', 'The disk is away')
        })
        app.get('/list', async () => {
          throw new Error('a bug')
        })
        app.get('/late', async (_request, reply) =>
          reply.code(503).type('text/html; charset=utf-8').send('Its own page'),
        )
        app.get('/*', async (_request, reply) => reply.type('text/html; charset=utf-8').send('A page'))
      },
    },
  })
})
afterEach(() => site.close())

const bodyOf = async (path: string) => (await site.send({ path })).body
const times = (path: string) => asked.filter((url) => url === path).length
const probes = () => times(PAGE_COPY_URL)

test('a page that fails comes from the copy, alone', async () => {
  await expect.poll(() => bodyOf('/list')).toBe(COPY.html)
  await expect.poll(() => bodyOf('/')).toBe('A page')
})

test('a copied page allows the script that it has', async () => {
  await expect.poll(() => bodyOf('/list')).toBe(COPY.html)
  const { headers } = await site.send({ path: '/list' })
  expect(headers['content-security-policy']).toContain(`script-src 'self' '${SCRIPT_HASH}';`)
})

test('open pages are told that nothing has changed, while the registry cannot tell', async () => {
  await expect.poll(() => bodyOf('/list')).toBe(COPY.html)
  const { status, body } = await site.send({ path: `${CHANGED_RELEASES_URL}?has=shell%401` })
  expect([status, JSON.parse(body)]).toEqual([200, { remotes: {} }])
})

test('a page that the registry sends as 503 itself is passed on', async () => {
  await expect.poll(() => bodyOf('/list')).toBe(COPY.html)
  await expect.poll(() => site.send({ path: '/late' })).toMatchObject({ status: 503, body: 'Its own page' })
})

test('a copy whose files fail to load does not replace the last one; one of a newer registry does', async () => {
  await expect.poll(() => bodyOf('/list')).toBe(COPY.html)
  copy = { ...COPY, html: 'Half a release', files: { '/r/homes/2/entry.js': 'sha384-x' } }
  const file = '/r/homes/2/entry.js'
  await expect.poll(() => asked.filter((url) => url === file).length).toBeGreaterThan(1)
  expect(await bodyOf('/list')).toBe(COPY.html)
  copy = { ...COPY, html: 'Newer', added: true }
  await expect.poll(() => bodyOf('/list')).toBe('Newer')
})

test('files for which there is no room are not fetched again and again, also if another one is missing', async () => {
  const tooMuch = { [LARGE]: INTEGRITY, [PACKED]: INTEGRITY }
  copy = { ...COPY, html: 'With large files', files: tooMuch }
  await expect.poll(() => bodyOf('/list')).toBe('With large files')
  const before = probes()
  await expect.poll(probes).toBeGreaterThan(before + 1)
  copy = { ...COPY, files: { ...tooMuch, [GONE]: INTEGRITY } }
  await expect.poll(() => times(GONE)).toBeGreaterThan(1)
  expect([times(LARGE), times(PACKED)]).toEqual([1, 1])
})

test('an earlier registry, which has no copy, is served as before', async () => {
  copy = { ...COPY, html: '' }
  const before = probes()
  await expect.poll(probes).toBeGreaterThan(before + 1)
  expect(await bodyOf('/')).toBe('A page')
})
