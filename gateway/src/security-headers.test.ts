import { createHash } from 'node:crypto'
import { PAGE_SCRIPT, SCRIPT_HASH_HEADER, STYLE_HASHES_HEADER } from '@aangan/contracts/page-retry'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPolicy } from './security-headers.ts'
import { type Site, startSite } from './testing/site.ts'

const RETRY_HASH = createHash('sha256').update(PAGE_SCRIPT).digest('base64')
const POLICY =
  `default-src 'self';script-src 'self' 'sha256-${RETRY_HASH}';` +
  "style-src 'self';img-src 'self' data: blob: https:;connect-src 'self';" +
  "object-src 'none';base-uri 'none';form-action 'self';frame-ancestors 'none'"

const LOCAL = 'http://127.0.0.1:8080'
const OTHER_HASH = `sha256-${createHash('sha256').update('another script').digest('base64')}`

let site: Site
beforeAll(async () => {
  site = await startSite({
    config: { TRUST_PROXY: '127.0.0.1', TILE_URL: 'none' },
    services: {
      media: (app) => {
        app.get('/media/sandboxed.svg', async (_request, reply) =>
          reply.header('content-security-policy', 'sandbox').send('<svg/>'),
        )
        app.get('/media/local', async (_request, reply) =>
          reply.headers({ 'x-aangan-local-origin': LOCAL, [SCRIPT_HASH_HEADER]: OTHER_HASH }).send('x'),
        )
      },
      registry: (app) => {
        app.get<{ Querystring: { from?: string; script?: string; styles?: string } }>(
          '/*',
          async ({ query: { from, script, styles } }, reply) => {
            if (styles !== undefined) reply.header(STYLE_HASHES_HEADER, styles)
            if (from !== undefined) reply.header('x-aangan-local-origin', from)
            if (script !== undefined) reply.header(SCRIPT_HASH_HEADER, script)
            return reply.send('page')
          },
        )
      },
    },
  })
})
afterAll(() => site.close())

test.each([
  ['a proxied answer', 'GET', '/posts', 200],
  ['a page', 'GET', '/', 200],
  ['an error of a service', 'GET', '/users/nobody', 404],
  ['a refused address', 'GET', '/%ff', 400],
  ['a refused method', 'DELETE', '/list', 405],
  ['an answer of our own', 'GET', '/livez', 200],
  ['the documentation', 'GET', '/docs', 200],
])('%s has all security headers', async (_name, method, path, status) => {
  const answer = await site.send({ method, path })
  expect(answer.status).toBe(status)
  expect(answer.headers).toMatchObject({
    'content-security-policy': POLICY,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
  expect(answer.headers).not.toHaveProperty('strict-transport-security')
})

test('HSTS is sent only over https, as reported by a trusted proxy', async () => {
  const { headers } = await site.send({ path: '/', headers: { 'x-forwarded-proto': 'https' } })
  expect(headers['strict-transport-security']).toBe('max-age=31536000')
})

test('a stricter CSP of a service is appended; pictures may be embedded elsewhere', async () => {
  const { headers } = await site.send({ path: '/media/sandboxed.svg' })
  expect(headers['content-security-policy']).toBe(`${POLICY}, sandbox`)
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
})

test.each([
  ['https://tile.example/{z}/{x}/{y}.png', 'https://tile.example'],
  ['https://{s}.tile.example:8080/{z}/{x}/{y}.png?key=1', 'https://*.tile.example:8080'],
])('the CSP allows tiles of %s', (TILE_URL, source) => {
  expect(createPolicy({ TILE_URL })({})).toContain(`img-src 'self' data: blob: https: ${source};`)
})

async function policyAt(path: string): Promise<string | undefined> {
  const { headers } = await site.send({ path })
  expect(Object.keys(headers).filter((name) => name.startsWith('x-aangan'))).toEqual([])
  return headers['content-security-policy']
}

test('a page of another version names the hash of its script, and nothing else; other services may not', async () => {
  const asked = (script: string) => `/?script=${encodeURIComponent(script)}`
  expect(await policyAt(asked(OTHER_HASH))).toBe(POLICY.replace(`sha256-${RETRY_HASH}`, OTHER_HASH))
  const withLocal = await policyAt(`${asked(OTHER_HASH)}&from=${LOCAL}`)
  expect(withLocal).toContain(`script-src 'self' '${OTHER_HASH}' ${LOCAL};`)
  for (const other of ['unsafe-inline', `${OTHER_HASH}' *`, `sha256-;script-src *`, ''])
    expect(await policyAt(asked(other))).toBe(POLICY)
  expect(await policyAt('/media/local')).toBe(POLICY)
})

test('a page names the hashes of its styles, and nothing else', async () => {
  const asked = (...styles: string[]) => `/?styles=${encodeURIComponent(styles.join(' '))}`
  const allowed = POLICY.replace("style-src 'self'", `style-src 'self' '${OTHER_HASH}' 'sha256-${RETRY_HASH}'`)
  expect(await policyAt(asked(OTHER_HASH, `sha256-${RETRY_HASH}`))).toBe(allowed)
  for (const other of ["'unsafe-inline'", `${OTHER_HASH};script-src`, '*', ''])
    expect(await policyAt(asked(other))).toBe(POLICY)
})

test('a page may name an origin of the visitor’s own machine, and nothing else; other services may not', async () => {
  expect(await policyAt(`/?from=${LOCAL}`)).toContain(`connect-src 'self' ${LOCAL} ws://127.0.0.1:8080;`)
  for (const other of ['https://evil.example', 'http://127.0.0.1.evil.example', `${LOCAL};script-src *`, '*'])
    expect(await policyAt(`/?from=${encodeURIComponent(other)}`)).toBe(POLICY)
  expect(await policyAt('/media/local')).toBe(POLICY)
})
