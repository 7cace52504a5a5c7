import { generateKeyPairSync, sign } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { entriesOf, tarEntry, tarOf } from '../testing/archive.ts'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { type ReleaseDraft, writeBuild } from '../testing/releases.ts'
import { ARCHIVE_LIMITS, receiveArchive } from './receive.ts'

let registry: RunningRegistry
let deploying: ReturnType<typeof createDeploying>
let token: string
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  deploying = createDeploying(registry)
  token = (await deploying.tokenOf(GUIDES.name)).token
})
afterEach(() => registry.close())

const build = async (draft: ReleaseDraft = GUIDES) => await entriesOf(await writeBuild(registry.folders.builds, draft))
const versionOf = async (name: string) => bootIn((await registry.get('/')).body).remotes[name]?.version

describe('a deployed release', () => {
  it('has the share that it was sent with', async () => {
    await deploying.send(token, await deploying.pack(GUIDES), { query: '?channel=canary&share=29' })
    const { channels, history } = (await registry.get('/releases/mfe-guides', deploying.headersOf(token))).json()
    expect([channels.canary.share, history[0].share]).toEqual([29, 29])
  })

  it('is live with the next page, and in the history', async () => {
    const { status, ...deployed } = await deploying.send(token, await deploying.pack(GUIDES))
    const url = 'http://localhost/guides'
    expect([status, deployed]).toMatchObject([
      201,
      { name: 'mfe-guides', version: '1.0.0', channel: 'stable', url, changed: true },
    ])
    expect(await versionOf('mfe-guides')).toBe('1.0.0')
    expect((await registry.get('/r/mfe-guides/1.0.0/page.js')).body).toBe('page')
    const headers = deploying.headersOf(token)
    const { channels, history } = (await registry.get('/releases/mfe-guides', headers)).json()
    expect(channels).toEqual({ stable: '1.0.0', canary: null, pinned: false })
    expect(history[0]).toMatchObject({
      by: expect.stringContaining('Team of mfe-guides'),
      action: 'deploy',
      version: '1.0.0',
    })
  })

  it('has the address of its own page, also as a canary', async () => {
    const url = async (draft: Partial<ReleaseDraft>, query = '?channel=canary&share=10') =>
      (await deploying.send(token, await deploying.pack({ ...GUIDES, ...draft }), { query })).url
    expect(await url({ version: '1.0.0' })).toBe('http://localhost/guides')
    expect(await url({ version: '2.0.0', routes: [] }, '')).toBe('http://localhost/')
    const routes = [{ path: '/guides/all', title: 'Guides' }]
    expect(await url({ version: '3.0.0', routes })).toBe('http://localhost/guides/all')
    expect(await url({ version: '4.0.0' }, '')).toBe('http://localhost/guides')
  })

  it('may be sent without gzip, and as tar writes a folder', async () => {
    const entries = (await build()).map(({ path, content = '' }) => ({ path: `./${path}`, content }))
    const archive = tarOf([{ path: './', type: 'Directory' }, ...entries])
    expect(await deploying.send(token, archive, { type: 'application/x-tar' })).toMatchObject({ status: 201 })
    expect(await versionOf('mfe-guides')).toBe('1.0.0')
  })

  it.each(['application/x-gzip', 'application/octet-stream', 'application/x-tar'])('may be called %s', async (type) => {
    expect(await deploying.send(token, await deploying.pack(GUIDES), { type })).toMatchObject({ status: 201 })
  })

  it('is gzip or not by its first bytes, however they arrive', async () => {
    const archive = await deploying.pack(GUIDES)
    for (const [at, sent] of [archive, gunzipSync(archive), gzipSync(archive)].entries()) {
      for (const first of [0, 1, 2]) {
        const body = Readable.from([sent.subarray(0, first), sent.subarray(first)])
        const folder = await mkdtemp(join(registry.folders.builds, 'received-'))
        const received = receiveArchive({ body, limit: 1e6 }, folder).then(() => readdir(folder))
        if (at < 2) expect(await received).toEqual(['entry.js', 'page.js', 'release.json'])
        else await expect(received).rejects.toThrow(/damaged/)
      }
    }
  })

  it('is the same when it is sent again, and never replaced by other content', async () => {
    const archive = await deploying.pack(GUIDES)
    await deploying.send(token, archive)
    expect(await deploying.send(token, archive)).toMatchObject({ status: 200, changed: false })
    const other = await deploying.pack({ ...GUIDES, files: { 'page.js': 'other' } })
    expect(await deploying.send(token, other)).toMatchObject({ status: 409, code: 'CONFLICT' })
    await deploying.send(token, await deploying.pack({ ...GUIDES, version: '2.0.0' }))
    expect(await deploying.send(token, other)).toMatchObject({ status: 409 })
    expect((await registry.get('/r/mfe-guides/1.0.0/page.js')).body).toBe('page')
    expect(await versionOf('mfe-guides')).toBe('2.0.0')
  })

  it('can be rolled back by name, or to the version before', async () => {
    for (const version of ['1.0.0', '2.0.0', '3.0.0'])
      await deploying.send(token, await deploying.pack({ ...GUIDES, version }))
    const change = async (payload: object) =>
      await registry.app.inject({
        method: 'PUT',
        url: '/releases/mfe-guides/channels',
        headers: deploying.headersOf(token),
        payload,
      })
    expect((await change({ action: 'rollback', why: 'the list is empty' })).json()).toMatchObject({ stable: '2.0.0' })
    expect(await versionOf('mfe-guides')).toBe('2.0.0')
    expect((await change({ action: 'rollback', version: '1.0.0' })).json()).toMatchObject({ stable: '1.0.0' })
    expect((await change({ action: 'rollback', version: '9.0.0' })).statusCode).toBe(404)
    expect((await change({ action: 'destroy' })).statusCode).toBe(400)
    const { history } = (await registry.get('/releases/mfe-guides', deploying.headersOf(token))).json()
    expect(history[1]).toMatchObject({ action: 'rollback', version: '2.0.0', why: 'the list is empty' })
  })

  it('can be a canary, get another share, be promoted and pinned', async () => {
    await deploying.send(token, await deploying.pack(GUIDES))
    const canary = await deploying.pack({ ...GUIDES, version: '2.0.0' })
    expect(await deploying.send(token, canary, { query: '?channel=canary' })).toMatchObject({ status: 400 })
    expect(await deploying.send(token, canary, { query: '?share=10' })).toMatchObject({ status: 400 })
    expect(await deploying.send(token, canary, { query: '?channel=canary&share=0' })).toMatchObject({ status: 400 })
    const deployed = await deploying.send(token, canary, { query: '?channel=canary&share=10&set=spring' })
    expect(deployed).toMatchObject({ status: 201, channel: 'canary', version: '2.0.0' })
    const change = async (payload: object) => {
      const headers = deploying.headersOf(token)
      return await registry.app.inject({ method: 'PUT', url: '/releases/mfe-guides/channels', headers, payload })
    }
    expect((await change({ action: 'canary' })).statusCode).toBe(400)
    const canary20 = { version: '2.0.0', share: 20, set: 'spring', visit: expect.any(Number) }
    const wider = { stable: '1.0.0', canary: canary20, pinned: false }
    expect((await change({ action: 'canary', share: 20 })).json()).toEqual(wider)
    expect((await change({ action: 'canary', share: 0 })).json().canary).not.toHaveProperty('visit')
    await change({ action: 'canary', share: 20 })
    const { history } = (await registry.get('/releases/mfe-guides', deploying.headersOf(token))).json()
    expect(history[0]).toMatchObject({ action: 'canary', share: 20, set: 'spring' })
    expect((await change({ action: 'promote' })).json()).toEqual({ stable: '2.0.0', canary: null, pinned: false })
    expect(await versionOf('mfe-guides')).toBe('2.0.0')
    expect((await change({ action: 'pin' })).json()).toMatchObject({ pinned: true })
    const next = await deploying.pack({ ...GUIDES, version: '3.0.0' })
    expect(await deploying.send(token, next)).toMatchObject({
      status: 409,
      message: expect.stringMatching(/pinned to 2/),
    })
  })

  it('is that of its sender when two remotes are deployed at once, and one of two versions of a remote', async () => {
    const other = { ...GUIDES, name: 'mfe-a', routes: [{ path: '/a', title: 'A' }] }
    const { token: theirs } = await deploying.tokenOf('mfe-a')
    const versions = ['1.0.0', '2.0.0']
    const archives = await Promise.all(versions.map((version) => deploying.pack({ ...GUIDES, version })))
    const answers = await Promise.all([
      ...archives.map((archive) => deploying.send(token, archive)),
      deploying.send(theirs, await deploying.pack(other), { name: 'mfe-a' }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(versions).toContain(await versionOf('mfe-guides'))
    expect(await versionOf('mfe-a')).toBe('1.0.0')
  })

  it('is one of two with the same version, and the other is refused', async () => {
    const archives = await Promise.all(
      ['one', 'other'].map((page) => deploying.pack({ ...GUIDES, files: { 'page.js': page } })),
    )
    const answers = await Promise.all(archives.map((archive) => deploying.send(token, archive)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
    const winner = answers[0]?.status === 201 ? 'one' : 'other'
    expect((await registry.get('/r/mfe-guides/1.0.0/page.js')).body).toBe(winner)
  })

  it('with a key needs the signature of release.json', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    const { token: signed } = await deploying.tokenOf(GUIDES.name, pem)
    const entries = await build()
    const description = Buffer.from(entries.find(({ path }) => path === 'release.json')?.content ?? '')
    const sendWith = (content?: string) => {
      const all = content === undefined ? entries : [...entries, { path: 'release.sig', content }]
      return deploying.send(signed, tarOf(all), { type: 'application/x-tar' })
    }
    const missing = await sendWith()
    expect([missing.status, missing.message]).toEqual([403, expect.stringContaining('has no release.sig')])
    const { privateKey: another } = generateKeyPairSync('ed25519')
    expect(await sendWith(sign(null, description, another).toString('base64'))).toMatchObject({ status: 403 })
    expect(await sendWith('?')).toMatchObject({ status: 403 })
    expect(await deploying.leftBehind()).toEqual([])
    expect(await sendWith(sign(null, description, privateKey).toString('base64'))).toMatchObject({ status: 201 })
  })
})

describe('checked by its release.json alone, before it is sent,', () => {
  const describeBuild = async (draft: ReleaseDraft) => {
    const folder = await writeBuild(registry.folders.builds, draft)
    return JSON.parse(await readFile(join(folder, 'release.json'), 'utf8'))
  }

  it.each<[string, Partial<ReleaseDraft>, number, string]>([
    ['fits', {}, 200, ''],
    ['takes a route', { routes: [{ path: '/owned', title: 'X' }] }, 409, "claims /owned, which is mfe-owner's"],
    ['takes a slot', { offers: { box: { module: './box', slot: 'owner.box' } } }, 409, 'fills the slot owner.box'],
    ['needs another React', { react: '^18.0.0' }, 409, 'React ^18.0.0 is needed, but shell 2.0.0 provides 19.2.0'],
    ['needs another contract', { contract: 9 }, 400, 'release.json is refused: it is built for contract 9'],
    ['is of another remote', { name: 'mfe-owner' }, 400, 'of "mfe-owner", but it was sent as mfe-guides'],
    ['is none', { alter: () => ({}) }, 400, 'release.json is refused: '],
  ])('it %s', async (_what, draft, status, why) => {
    await registry.publish({ name: 'shell', version: '2.0.0', react: '19.2.0' })
    const offers = { box: { module: './box', slot: 'owner.box' } }
    await registry.publish({ name: 'mfe-owner', routes: [{ path: '/owned', title: 'Owned' }], offers })
    const release = await describeBuild({ ...GUIDES, ...draft })
    const { message, ...answer } = await deploying.check(token, release)
    expect([answer.status, message]).toEqual([status, why ? expect.stringContaining(why) : undefined])
    if (status === 409)
      expect(await deploying.send(token, await deploying.pack({ ...GUIDES, ...draft }))).toMatchObject({ message })
    expect(await deploying.leftBehind()).toEqual([])
  })
})

describe('refused with a message for the team, and nothing is left:', () => {
  const tampered = async () => {
    const entries = await build()
    return entries.map((entry) => (entry.path === 'page.js' ? { ...entry, content: 'pagf' } : entry))
  }
  const long = 'a'.repeat(8_000)
  const pax = (text: string, type: 'ExtendedHeader' | 'GlobalExtendedHeader') =>
    tarEntry({ path: 'pax', type, content: text })
  const record = (text: string) => {
    const rest = ` ${text}\n`.length
    const length = rest + `${rest + `${rest}`.length}`.length
    return `${length} ${text}\n`
  }

  it.each<[string, () => Promise<Buffer>, RegExp]>([
    ['a tampered byte', async () => tarOf(await tampered()), /page\.js does not match its integrity/],
    [
      'a path that leads out',
      async () => tarOf([{ path: '../up.js' }, ...(await build())]),
      /"\.\.\/up\.js": file names/,
    ],
    ['an absolute path', async () => tarOf([{ path: '/etc/cron' }]), /"\/etc\/cron": file names/],
    ['a folder', async () => tarOf([{ path: 'static', type: 'Directory' }]), /"static\/?", which is no regular file/],
    ['a hidden file', async () => tarOf([{ path: '.env' }]), /"\.env": file names/],
    [
      'a symbolic link',
      async () => tarOf([{ path: 'a.js', type: 'SymbolicLink', linkpath: '/etc/passwd' }]),
      /SymbolicLink/,
    ],
    [
      'a hard link',
      async () => tarOf([{ path: 'a.js', type: 'Link', linkpath: '../../.tokens/x' }]),
      /no regular file but Link/,
    ],
    ['a device', async () => tarOf([{ path: 'null', type: 'CharacterDevice' }]), /CharacterDevice/],
    ['a pipe', async () => tarOf([{ path: 'pipe', type: 'FIFO' }]), /FIFO/],
    ['a sparse file', async () => tarOf([{ path: 'a.js', type: 'SparseFile', content: 'x' }]), /SparseFile/],
    ['a file twice', async () => tarOf([...(await build()), { path: 'page.js', content: 'page' }]), /"page\.js" twice/],
    [
      'a file more',
      async () => tarOf([...(await build()), { path: 'evil.html' }]),
      /evil\.html is not among the files/,
    ],
    [
      'a file less',
      async () => tarOf((await build()).filter(({ path }) => path !== 'page.js')),
      /lists page\.js, which is not/,
    ],
    [
      'a wrong copy',
      async () => tarOf([...(await build()), { path: 'page.js.gz', content: gzipSync('other') }]),
      /page\.js\.gz does not unpack to page\.js/,
    ],
    [
      'a release.json that would make every page large',
      async () => tarOf(await build({ ...GUIDES, routes: [{ path: '/guides', title: 'x'.repeat(262_144) }] })),
      /release\.json is larger than 256 kB/,
    ],
    [
      'a version that would replace its channels',
      async () => tarOf(await build({ ...GUIDES, version: 'channels.json' })),
      /'channels\.json' is no version/,
    ],
    [
      'a version too long for the name of a folder',
      async () => tarOf(await build({ ...GUIDES, version: '1'.repeat(300) })),
      /is no version/,
    ],
    [
      'a file with the name of what the site writes itself',
      async () => tarOf(await build({ ...GUIDES, files: { 'delivered.json': '{}' } })),
      /'delivered\.json' is a name that the site uses itself: give the file another name/,
    ],
    [
      'a signature among its files',
      async () => tarOf(await build({ ...GUIDES, files: { 'release.sig': '' } })),
      /'release\.sig' is a name that the site uses itself: give the file another name/,
    ],
    [
      'a file that would be sent only in place of another',
      async () => tarOf(await build({ ...GUIDES, files: { 'page.js': 'page', 'page.js.br': 'x' } })),
      /page\.js\.br/,
    ],
    [
      'a label that is longer than the bar of every page',
      async () =>
        tarOf(
          await build({
            ...GUIDES,
            nav: [{ path: '/guides', label: 'x'.repeat(10_000), order: 1, for: 'everyone', area: 'main' }],
          }),
        ),
      /manifest\/nav\/0\/label must not have more than 40 characters/,
    ],
    ['no release.json', async () => tarOf([{ path: 'a.js' }]), /has no release\.json/],
    ['a release.json that is no JSON', async () => tarOf([{ path: 'release.json', content: '{' }]), /is no JSON/],
    [
      'another remote’s release',
      async () => tarOf(await build({ ...GUIDES, name: 'mfe-b' })),
      /of "mfe-b", but it was sent as mfe-guides/,
    ],
    [
      'another one’s route',
      async () => tarOf(await build({ ...GUIDES, routes: [{ path: '/owned', title: 'X' }] })),
      /claims \/owned, which is mfe-owner's/,
    ],
    [
      'a long name',
      async () =>
        tarOf([{ path: `${'a'.repeat(99)}` }, pax(record(`path=${'b'.repeat(200)}`), 'ExtendedHeader'), { path: 'x' }]),
      /file names/,
    ],
    [
      'a large header',
      async () => tarOf([pax(record(`comment=${long}`), 'ExtendedHeader'), ...(await build())]),
      /no regular file but ExtendedHeader/,
    ],
    [
      'a large header of all files',
      async () => tarOf([pax(record(`comment=${long}`), 'GlobalExtendedHeader')]),
      /GlobalExtendedHeader/,
    ],
    [
      'a header that gives a path',
      async () => tarOf([pax(record('path=../../x'), 'ExtendedHeader'), { path: 'a.js' }]),
      /"\.\.\/\.\.\/x"/,
    ],
    ['a size that it does not have', async () => tarOf([{ path: 'a.js', size: 5_000_000 }]), /damaged or was cut off/],
    ['a broken header', async () => tarOf([Buffer.alloc(512, 'x')]), /damaged or was cut off/],
    ['no end', async () => tarOf(await build()).subarray(0, -1_024), /damaged or was cut off/],
    ['half of it', async () => tarOf(await build()).subarray(0, 700), /damaged or was cut off/],
    ['nothing', async () => Buffer.alloc(0), /Send the dist folder|damaged/],
    ['gzip in gzip', async () => gzipSync(tarOf(await build())), /damaged or was cut off/],
    [
      'too many files',
      async () => tarOf(Array.from({ length: ARCHIVE_LIMITS.files + 1 }, (_, at) => ({ path: `f${at}` }))),
      /more than 1000 files/,
    ],
    ['a bomb', async () => tarOf([{ path: 'a.js', content: Buffer.alloc(ARCHIVE_LIMITS.bytes) }]), /larger than 64 MB/],
    [
      'a bomb behind the end',
      async () => Buffer.concat([tarOf([{ path: 'a.js' }]), Buffer.alloc(ARCHIVE_LIMITS.bytes)]),
      /larger than 64 MB/,
    ],
  ])('%s', async (_what, archive, reason) => {
    await registry.publish({ name: 'mfe-owner', routes: [{ path: '/owned', title: 'Owned' }] })
    const { status, code, message } = await deploying.send(token, gzipSync(await archive()))
    expect({ status, message }).toEqual({ status: expect.any(Number), message: expect.stringMatching(reason) })
    expect([400, 409, 413, 415]).toContain(status)
    expect(code).toMatch(/BAD_REQUEST|CONFLICT|TOO_LARGE|UNSUPPORTED_MEDIA_TYPE/)
    expect(message).not.toContain(registry.folders.releases)
    expect(await deploying.leftBehind()).toEqual([])
  })

  it('truncated gzip, and what is no gzip', async () => {
    const archive = await deploying.pack(GUIDES)
    for (const wrong of [archive.subarray(0, -20), archive.subarray(0, 50), Buffer.from('not gzip at all')])
      expect(await deploying.send(token, wrong)).toMatchObject({ status: 400, code: 'BAD_REQUEST' })
    expect(await deploying.leftBehind()).toEqual([])
  })

  it.each(['application/json', 'application/x-www-form-urlencoded'])('the content type %s', async (type) => {
    const { status, message } = await deploying.send(token, Buffer.from('{}'), { type })
    expect([status, message]).toEqual([
      415,
      `The Content-Type is ${type}. Send the dist folder as tar and gzip, with -H "Content-Type: application/gzip" if you use curl.`,
    ])
  })
})

it('is described for operators by no more than the id and label of the token', async () => {
  await deploying.send(token, await deploying.pack(GUIDES))
  const audit = await readFile(registry.releaseFile('audit.jsonl'), 'utf8')
  expect(audit).toContain('Team of mfe-guides')
  expect(audit + registry.logged()).not.toContain(token)
})
