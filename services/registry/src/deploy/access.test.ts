import { chmod, mkdir, readFile, stat, utimes } from 'node:fs/promises'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDeploying, GUIDES } from '../testing/deploying.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { CHANGES, WRONG_TOKENS } from './access.ts'
import { createToken, listTokens, revokeToken } from './tokens.ts'

let registry: RunningRegistry
let deploying: ReturnType<typeof createDeploying>
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }], posts: () => undefined })
  deploying = createDeploying(registry)
})
afterEach(() => registry.close())

const status = async (token: string, { name = GUIDES.name, from = '10.0.0.1' } = {}) => {
  const headers = { ...deploying.headersOf(token), 'x-forwarded-for': from }
  const { statusCode, ...answer } = await registry.get(`/releases/${name}`, headers)
  return { status: statusCode, headers: answer.headers, ...answer.json() }
}

it('without a valid token nothing is read, told or published', async () => {
  const { token } = await deploying.tokenOf(GUIDES.name)
  const archive = await deploying.pack(GUIDES)
  const message = expect.stringMatching(/AANGAN_TOKEN.*operators of the site make/)
  for (const wrong of ['', 'x'.repeat(43), `${token}x`, token.slice(1), token.toUpperCase()]) {
    expect(await status(wrong)).toMatchObject({ status: 401, code: 'NOT_AUTHENTICATED', message })
    expect(await deploying.send(wrong, archive)).toMatchObject({ status: 401 })
  }
  expect(await deploying.leftBehind()).toEqual([])
})

it('a token is of one remote, and does not tell which others there are', async () => {
  const { token } = await deploying.tokenOf(GUIDES.name)
  const archive = await deploying.pack({ name: 'shell', version: '2.0.0' })
  const refusals = await Promise.all(['shell', 'mfe-absent'].map((name) => status(token, { name })))
  const [known, unknown] = refusals.map(({ status, message }, at) => [
    status,
    message.replace(['shell', 'mfe-absent'][at] ?? '', 'NAME'),
  ])
  expect(known).toEqual([
    403,
    expect.stringMatching(/is for mfe-guides only\. .*AANGAN_TOKEN.*operators of the site make/),
  ])
  expect(unknown).toEqual(known)
  expect(await deploying.send(token, archive, { name: 'shell' })).toMatchObject({ status: 403 })
  expect(await readFile(registry.releaseFile('audit.jsonl'), 'utf8')).toMatch(/"action":"refused".*is not for shell/)
  const { token: ofShell } = await deploying.tokenOf('shell')
  expect(await deploying.send(ofShell, archive, { name: 'shell' })).toMatchObject({ status: 201, version: '2.0.0' })
})

it('a revoked token is refused at once by every registry on the folder', async () => {
  const { token, id } = await deploying.tokenOf(GUIDES.name)
  const other = await startRegistry({
    env: { RELEASES_DIR: registry.folders.releases },
    releases: [],
    posts: () => undefined,
  })
  const atOther = async () => (await other.get(`/releases/${GUIDES.name}`, deploying.headersOf(token))).statusCode
  expect([(await status(token)).status, await atOther()]).toEqual([200, 200])
  await revokeToken(registry.folders.releases, id, 'operator')
  expect([(await status(token)).status, await atOther()]).toEqual([401, 401])
  expect(await deploying.send(token, await deploying.pack(GUIDES))).toMatchObject({ status: 401 })
  await other.close()
})

it('tokens are stored hashed, for their owner only, and listed without the hash', async () => {
  const { token, id } = await deploying.tokenOf(GUIDES.name)
  const file = registry.releaseFile('.tokens', `${id}.json`)
  expect(await readFile(file, 'utf8')).not.toContain(token)
  expect((await stat(file)).mode & 0o077).toBe(0)
  const [before] = await listTokens(registry.folders.releases)
  expect(before).toEqual({
    id,
    name: GUIDES.name,
    label: 'Team of mfe-guides',
    createdBy: 'operator',
    createdAt: expect.any(String),
    lastUsedAt: null,
  })
  await status(token)
  const [used] = await listTokens(registry.folders.releases)
  expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  expect((await registry.get(`/r/.tokens/${id}.json`)).statusCode).toBe(404)
})

describe('a token that another user made', () => {
  const isRoot = process.getuid?.() === 0
  // Vitest's processes can change their user; its threads could not.
  needs('a user who may not read all', isRoot && !process.seteuid ? { missing: 'no seteuid' } : { value: true })
  afterEach(() => void (isRoot && process.seteuid?.(0)))

  it('is not called wrong: the registry says that it cannot read it', async () => {
    const { token, id } = await deploying.tokenOf(GUIDES.name)
    await chmod(registry.releaseFile('.tokens', `${id}.json`), 0)
    if (isRoot) process.seteuid?.(65_534)
    const answer = await status(token)
    expect(answer).toMatchObject({ status: 503, message: expect.stringMatching(/cannot read this deploy token/) })
    expect(registry.logged()).toMatch(new RegExp(`EACCES.*${id}\\.json`))
  })
})

it.each([
  [{ name: '../up' }, /"\.\.\/up" is no name of a remote/],
  [{ label: '' }, /label/],
  [{ label: 'red\u001b[31m' }, /label/],
  [{ publicKey: 'x' }, /Ed25519/],
])('a token is not made with %j', async (facts, reason) => {
  const all = { name: GUIDES.name, label: 'Guides', createdBy: 'operator', ...facts }
  await expect(createToken(registry.folders.releases, all)).rejects.toThrow(reason)
})

it('wrong tokens are limited by address, which costs right ones nothing', async () => {
  const { token } = await deploying.tokenOf(GUIDES.name)
  for (let at = 0; at < WRONG_TOKENS; at += 1) expect((await status('x')).status).toBe(401)
  expect(await status('x')).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
  expect((await status('x', { from: '10.0.0.2' })).status).toBe(401)
  expect((await status(token)).status).toBe(200)
  // Each of these would be a line of the audit log.
  expect((await status(token, { name: 'shell' })).status).toBe(429)
})

it('the changes of one token are limited, and those of others, reading and checking are not', async () => {
  const { token } = await deploying.tokenOf(GUIDES.name)
  const { token: another } = await deploying.tokenOf(GUIDES.name)
  await deploying.send(token, await deploying.pack(GUIDES))
  const unpin = async (as: string) => {
    const url = `/releases/${GUIDES.name}/channels`
    const headers = deploying.headersOf(as)
    return (await registry.app.inject({ method: 'PUT', url, headers, payload: { action: 'unpin' } })).statusCode
  }
  for (let at = 1; at < CHANGES; at += 1) expect(await unpin(token)).toBe(200)
  expect([await unpin(token), await unpin(another), (await status(token)).status]).toEqual([429, 200, 200])
  expect(await deploying.check(token, {})).toMatchObject({ status: 400 })
})

it('refusals of one token, because it is for another remote, are limited wherever they come from', async () => {
  const { token } = await deploying.tokenOf(GUIDES.name)
  const refused = async (at: number) => (await status(token, { name: 'shell', from: `10.0.1.${at}` })).status
  for (let at = 0; at < CHANGES; at += 1) expect(await refused(at)).toBe(403)
  expect(await refused(CHANGES)).toBe(429)
  const audit = await readFile(registry.releaseFile('audit.jsonl'), 'utf8')
  expect(audit.match(/"action":"refused"/g)).toHaveLength(CHANGES)
})

it('an upload that a killed registry has left is removed, and that of another registry is not', async () => {
  for (const name of ['dead', 'alive']) await mkdir(registry.releaseFile('.uploads', name), { recursive: true })
  const old = new Date(Date.now() - 3_600_000)
  await utimes(registry.releaseFile('.uploads', 'dead'), old, old)
  await registry.restart()
  expect(await deploying.leftBehind()).toEqual(['.uploads/alive'])
})
