import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { revokeToken } from '../deploy/tokens.ts'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { OVERRIDE_MS, signOverride } from './cookie.ts'

const ORIGIN = 'http://127.0.0.1:8080'
const { name } = GUIDES

let registry: RunningRegistry
let deploying: ReturnType<typeof createDeploying>
let token: string
let id: string
beforeEach(async () => {
  registry = await startRegistry({
    releases: [{ name: 'shell', files: { 'shell.css': '' } }, GUIDES],
    posts: () => undefined,
  })
  deploying = createDeploying(registry)
  ;({ token, id } = await deploying.tokenOf(name))
})
afterEach(() => registry.close())

async function grant(payload: object = { origin: ORIGIN }, { as = token, of = name } = {}) {
  const url = `/releases/${of}/override`
  const { statusCode, ...answer } = await registry.app.inject({
    method: 'POST',
    url,
    headers: deploying.headersOf(as),
    payload,
  })
  return { status: statusCode, ...answer.json() }
}

async function accept({ url, code }: { url: string; code: string }, at = registry) {
  const { statusCode, headers, ...answer } = await at.app.inject({
    method: 'POST',
    url: new URL(url).pathname,
    payload: { code },
  })
  const set = String(headers['set-cookie'] ?? '')
  return { status: statusCode, set, cookie: set.split(';', 1)[0] ?? '', ...answer.json() }
}

const page = (cookie: string, at = registry) => at.get('/guides', { cookie })
const isOverridden = async (cookie: string, at = registry) => (await page(cookie, at)).body.includes('override-banner')

/** As the registry makes it, but of other facts. */
async function cookieOf(facts: object = {}): Promise<string> {
  const override = { name, origin: ORIGIN, token: id, by: 'Asha', until: Date.now() + OVERRIDE_MS, ...facts }
  return `override=${await signOverride(registry.folders.releases, override)}`
}

/** As `rspack serve` of the remote describes it. */
function localOf({ manifest, ...facts }: { manifest?: object | undefined }): object {
  const chunks = { js: ['page.js'], css: [] }
  const file = { bytes: 1, integrity: '' }
  return {
    name,
    version: 'dev',
    contract: 1,
    react: '^19.0.0',
    entry: 'entry.js',
    container: 'mfe_guides',
    exposes: { './remote': chunks },
    preload: [],
    files: { 'entry.js': file, 'page.js': file },
    manifest: { name, routes: GUIDES.routes, offers: {}, budget: {}, ...manifest },
    ...facts,
  }
}

it('is granted to the holder of a token, accepted with a code, and then only in that browser', async () => {
  const granted = await grant()
  expect(granted).toMatchObject({
    status: 201,
    name,
    origin: ORIGIN,
    url: expect.stringMatching(/\/r\/override\/[\w-]+$/),
  })
  const audit = await readFile(registry.releaseFile('audit.jsonl'), 'utf8')
  expect(audit).toMatch(
    /"by":"token \w+ \(Team of mfe-guides\)","action":"override","name":"mfe-guides","why":"from http:/,
  )
  const question = await registry.get(new URL(granted.url).pathname)
  expect(question.headers).toMatchObject({ 'x-aangan-local-origin': ORIGIN, 'cache-control': 'no-store' })
  expect(question.body).toMatch(/mfe-guides.*http:\/\/127\.0\.0\.1:8080.*Team of mfe-guides.*Use it in this browser/s)
  expect(question.headers).not.toHaveProperty('set-cookie')

  const accepted = await accept(granted)
  expect(accepted).toMatchObject({ status: 200, url: '/guides' })
  expect(accepted.set).toMatch(/^override=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Strict$/)
  expect([await isOverridden(accepted.cookie), await isOverridden('')]).toEqual([true, false])
})

it('a page with it reports nothing about a canary, which a broken local remote would let fail', async () => {
  await registry.publish({ name: 'shell', version: '2.0.0' }, { to: { share: 0.5 } })
  const { cookie } = await accept(await grant())
  expect(bootIn((await page('')).body).canaries).toEqual(['shell'])
  expect(bootIn((await page(cookie)).body)).not.toHaveProperty('canaries')
})

it('a page with it is kept by nobody, and starts the shell after the local release', async () => {
  const before = await page('')
  const headers = { cookie: await cookieOf(), 'if-none-match': String(before.headers.etag) }
  const { statusCode, headers: sent, body } = await registry.get('/guides', headers)
  expect([statusCode, sent['cache-control'], sent.etag, sent['x-aangan-local-origin']]).toEqual([
    200,
    'no-store',
    undefined,
    ORIGIN,
  ])
  expect(body).toMatch(/<script type="text\/x-later" src="\/r\/shell\/1\.0\.0\/entry\.js" integrity="sha384-/)
  expect(body).not.toMatch(/<script defer src="\/r\/shell\/|href="\/r\/mfe-guides\//)
  expect(body).toContain('<form method="post" action="/r/override/reset"><button>Reset</button></form>')
  // What the page falls back to.
  expect(bootIn(body).remotes[name]?.version).toBe('1.0.0')
  expect(before.body).not.toMatch(/override|x-later/)
  expect(before.headers).not.toHaveProperty('x-aangan-local-origin')
  expect((await registry.get('/r/page.json', headers)).body).not.toContain('override')
})

it('a page with it that no released remote has is named by the shell, which knows the local one', async () => {
  const titleOf = async (cookie: string) =>
    /<title>(.*)<\/title>/.exec((await registry.get('/new', { cookie })).body)?.[1]
  expect([await titleOf(''), await titleOf(await cookieOf())]).toEqual(['Not Found · Aangan', 'Aangan'])
})

it('a grant is used once, within five minutes, with its code, and by one of several registries', async () => {
  const granted = await grant()
  expect(await accept({ ...granted, code: 'x'.repeat(43) })).toMatchObject({ status: 403, set: '' })
  expect(await accept({ ...granted, code: '' })).toMatchObject({ status: 403 })
  const other = await startRegistry({
    env: { RELEASES_DIR: registry.folders.releases },
    releases: [],
    posts: () => undefined,
  })
  const both = await Promise.all([accept(granted), accept(granted, other)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 403])
  const cookie = both.map((one) => one.cookie).find(Boolean) ?? ''
  expect([await isOverridden(cookie), await isOverridden(cookie, other)]).toEqual([true, true])
  await other.close()
  expect((await registry.get(new URL(granted.url).pathname)).statusCode).toBe(404)

  const late = await grant()
  const file = registry.releaseFile('.overrides', `${late.url.split('/').at(-1)}.json`)
  await writeFile(file, JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), until: Date.now() - 1 }))
  expect((await registry.get(new URL(late.url).pathname)).statusCode).toBe(404)
  expect(await accept(late)).toMatchObject({ status: 403, message: expect.stringContaining('aangan override') })
  await grant()
  await expect(readFile(file)).rejects.toThrow('ENOENT')
})

describe('no override is taken from', () => {
  it('a tampered cookie, or one that this site has not signed', async () => {
    const cookie = await cookieOf()
    const [payload = '', signature = ''] = cookie.replace('override=', '').split('.')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), origin: 'http://localhost:1' }),
    )
    const wrong = [
      `${forged.toString('base64url')}.${signature}`,
      `${payload}.${signature.slice(1)}`,
      payload,
      `${payload}.`,
      '.',
    ]
    expect(await isOverridden(cookie)).toBe(true)
    for (const value of wrong) expect([value, await isOverridden(`override=${value}`)]).toEqual([value, false])
    await rm(registry.releaseFile('.overrides'), { recursive: true })
    expect(await isOverridden(cookie)).toBe(false)
  })

  it('an expired cookie, one of a revoked token, and one of another remote', async () => {
    const { id: ofOther } = await deploying.tokenOf('mfe-other')
    for (const facts of [{ until: Date.now() - 1 }, { token: ofOther }, { name: 'mfe-other' }, { token: '../../x' }])
      expect([facts, await isOverridden(await cookieOf(facts))]).toEqual([facts, false])
    const [cookie, granted] = [await cookieOf(), await grant()]
    await revokeToken(registry.folders.releases, id, 'operator')
    expect(await isOverridden(cookie)).toBe(false)
    expect(await accept(granted)).toMatchObject({ status: 403, set: '' })
  })
})

describe('the local release', () => {
  const check = async (local: unknown, cookie?: string) => {
    const headers = { 'content-type': 'application/json', cookie: cookie ?? (await cookieOf()) }
    const payload = JSON.stringify(local)
    const answer = await registry.app.inject({ method: 'POST', url: '/r/override/check', headers, payload })
    return { status: answer.statusCode, ...answer.json() }
  }

  it('is given back for pages, with addresses of its origin alone', async () => {
    const cookie = await cookieOf()
    const before = await readdir(registry.folders.releases, { recursive: true })
    expect(await check(localOf({}), cookie)).toEqual({
      status: 200,
      release: {
        version: 'dev',
        base: `${ORIGIN}/r/mfe-guides/dev/`,
        entry: `${ORIGIN}/r/mfe-guides/dev/entry.js`,
        container: 'mfe_guides',
        routes: [{ path: '/guides', title: 'Guides' }],
        nav: [],
        offers: {},
        exposes: { './remote': { js: [`${ORIGIN}/r/mfe-guides/dev/page.js`], css: [] } },
        integrity: { [`${ORIGIN}/r/mfe-guides/dev/entry.js`]: '', [`${ORIGIN}/r/mfe-guides/dev/page.js`]: '' },
      },
    })
    expect(await readdir(registry.folders.releases, { recursive: true })).toEqual(before)
  })

  it.each<[string, object, string]>([
    ['route', { manifest: { routes: [{ path: '/others', title: 'X' }] } }, "it claims /others, which is mfe-other's"],
    [
      'slot',
      { manifest: { offers: { box: { module: './remote', slot: 'other.box' } } } },
      "it fills the slot other.box, which is mfe-other's",
    ],
    ['React', { react: '^18.0.0' }, 'React ^18.0.0 is needed, but shell 2.0.0 provides 19.2.0'],
    ['contract', { contract: 9 }, 'it is built for contract 9, and this site accepts contract 1'],
    ['another host', { entry: '//x.example/a.js' }, "it needs '//x.example/a.js' of another host"],
    [
      'address of a service',
      { manifest: { routes: [{ path: '/posts', title: 'X' }] } },
      'the route /posts is under a URL prefix of the service posts',
    ],
    [
      'another name',
      { name: 'mfe-other', manifest: { name: 'mfe-other' } },
      "its name is 'mfe-other', not 'mfe-guides'",
    ],
    ['shell', { name: 'shell' }, 'the shell has a manifest; only remotes do'],
    ['no release', { files: undefined }, '"files" is missing'],
  ])('is refused for what refuses a deploy: %s', async (_what, facts, why) => {
    await registry.publish({ name: 'shell', version: '2.0.0', react: '19.2.0' })
    await registry.publish({
      name: 'mfe-other',
      routes: [{ path: '/others', title: 'O' }],
      offers: { box: { module: './remote', slot: 'other.box' } },
    })
    expect(await check(localOf(facts))).toMatchObject({
      status: 409,
      message: expect.stringContaining(`It is refused, as a deploy would be: ${why}`),
    })
  })

  it('is checked for a browser with an override alone, up to the size of a description', async () => {
    expect(await check(localOf({}), '')).toMatchObject({ status: 403 })
    expect(await check(localOf({}), await cookieOf({ until: Date.now() - 1 }))).toMatchObject({ status: 403 })
    expect(await check({ ...localOf({}), more: 'x'.repeat(262_144) })).toMatchObject({ status: 413 })
    for (const none of [null, [], 1, 'x']) expect(await check(none)).toMatchObject({ status: 409 })
  })
})

describe('is not granted', () => {
  it.each([
    'http://127.0.0.1.evil.example:8080',
    'http://evil.example',
    'http://127.0.0.1@evil.example',
    'http://127.0.0.2',
    'http://[::1]:8080',
    'http://127.0.0.1:8080/x',
    'http://127.0.0.1:8080; script-src *',
    'http://127.0.0.1:70000',
    'ws://127.0.0.1',
    '',
  ])('from %j', async (origin) => {
    expect(await grant({ origin })).toMatchObject({ status: 400 })
  })

  it('without a token, with that of another remote, and for the shell', async () => {
    const { token: ofShell } = await deploying.tokenOf('shell')
    expect(await grant(undefined, { as: 'x'.repeat(43) })).toMatchObject({ status: 401 })
    expect(await grant(undefined, { as: ofShell })).toMatchObject({ status: 403 })
    expect(await grant(undefined, { as: ofShell, of: 'shell' })).toMatchObject({
      status: 400,
      message: expect.stringContaining('not the shell'),
    })
  })
})

it('one click ends it and goes back to the page, also from /r/override', async () => {
  const cookie = await cookieOf()
  expect((await registry.get('/r/override', { cookie })).body).toMatch(
    /A local mfe-guides.*action="\/r\/override\/reset"/s,
  )
  expect((await registry.get('/r/override')).body).toContain('No local version')
  const reset = async (referer?: string) => {
    const headers = {
      cookie,
      host: 'site.example',
      'content-type': 'application/x-www-form-urlencoded',
      ...(referer && { referer }),
    }
    const answer = await registry.app.inject({ method: 'POST', url: '/r/override/reset', headers })
    return [answer.statusCode, answer.headers.location, answer.headers['set-cookie']]
  }
  const cleared = 'override=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict'
  expect(await reset('http://site.example/guides?page=2')).toEqual([303, 'http://site.example/guides?page=2', cleared])
  expect(await reset('http://evil.example/guides')).toEqual([303, '/', cleared])
  expect(await reset()).toEqual([303, '/', cleared])
})

it('over https the cookie is sent over https only', async () => {
  const granted = await grant()
  const url = new URL(granted.url).pathname
  const headers = { 'x-forwarded-proto': 'https' }
  const answer = await registry.app.inject({ method: 'POST', url, headers, payload: { code: granted.code } })
  expect(answer.headers['set-cookie']).toMatch(/; Secure$/)
})
