import { rm } from 'node:fs/promises'
import { CHANGED_RELEASES_URL, type ChangedReleases } from '@aangan/contracts/changed-releases'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const homes = { name: 'mfe-homes', routes: [{ path: '/list', title: 'Homes' }] }
const chat = { name: 'mfe-chat', routes: [{ path: '/chat', title: 'Chat' }] }
const version = (draft: { name: string }, to: string) => ({ ...draft, version: to })
const HAS = ['shell@1.0.0', 'mfe-homes@1.0.0', 'mfe-chat@1.0.0']
/** Cookie of a visitor who gets each canary. */
const CHOSEN = { cookie: 'visit=4711' }
const EVERYBODY = { to: { share: 1, set: 'spring' } }

let registry: RunningRegistry
beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, homes, chat], posts: () => undefined })
})
afterEach(() => registry.close())

interface Asked {
  has?: string[]
  failed?: string[]
  headers?: Record<string, string>
}

async function ask({ has = HAS, failed = [], headers = {} }: Asked = {}): Promise<ChangedReleases> {
  const query = new URLSearchParams({ has: has.join(), failed: failed.join() })
  const answer = await registry.app.inject({ url: `${CHANGED_RELEASES_URL}?${query}`, headers })
  expect([answer.statusCode, answer.headers['cache-control'], answer.headers['set-cookie']]).toEqual([
    200,
    'private, no-store',
    undefined,
  ])
  return answer.json()
}

/** Versions of the remotes that change. */
async function versionsAsked(asked: Asked): Promise<Record<string, string | undefined>> {
  const { remotes } = await ask(asked)
  return Object.fromEntries(Object.entries(remotes).map(([name, release]) => [name, release?.version]))
}

test('a page with what is live learns that nothing has changed', async () => {
  expect(await ask()).toEqual({ remotes: {} })
})

test('a page with a local remote, known or new, keeps it', async () => {
  await registry.publish(version(homes, '1.1.0'))
  const has = ['shell@1.0.0', 'mfe-homes@dev', 'mfe-chat@1.0.0', 'mfe-tours@dev']
  expect(await ask({ has })).toEqual({ remotes: {} })
})

test('a page learns of a new version what its own boot would say, and of no other remote', async () => {
  await registry.publish(version(homes, '1.1.0+build.7'))
  const { remotes } = bootIn((await registry.get('/list')).body)
  expect(await ask()).toEqual({ remotes: { 'mfe-homes': remotes['mfe-homes'] } })
  expect(await ask({ has: ['shell@1.0.0', 'mfe-homes@1.1.0+build.7', 'mfe-chat@1.0.0'] })).toEqual({ remotes: {} })
})

test('a page learns of a rollback, another shell, a remote that is new, and one that is withdrawn', async () => {
  await registry.publish(version(homes, '1.1.0'))
  await registry.change('mfe-homes', { action: 'rollback' })
  await registry.publish({ name: 'shell', version: '2.0.0' })
  await registry.publish({ name: 'mfe-tours' })
  const has = ['shell@1.0.0', 'mfe-homes@1.1.0', 'mfe-chat@1.0.0', 'mfe-gone@1.0.0']
  expect(await ask({ has })).toMatchObject({
    shell: '2.0.0',
    remotes: { 'mfe-homes': { version: '1.0.0' }, 'mfe-tours': { version: '1.0.0' }, 'mfe-gone': null },
  })
})

test('a canary goes to the visitors that a page has chosen for it', async () => {
  await registry.publish(version(homes, '1.1.0'), EVERYBODY)
  expect(await versionsAsked({ headers: CHOSEN })).toEqual({ 'mfe-homes': '1.1.0' })
  expect(await versionsAsked({})).toEqual({})
})

test('if a stable version failed, the page gets the one before, until another one is live', async () => {
  await registry.publish(version(homes, '1.1.0'))
  await registry.publish(version(homes, '1.2.0'))
  const failed = ['mfe-homes@1.2.0']
  expect(await versionsAsked({ failed })).toEqual({ 'mfe-homes': '1.1.0' })
  await registry.publish(version(homes, '1.3.0'))
  expect(await versionsAsked({ failed })).toEqual({ 'mfe-homes': '1.3.0' })
})

test('if several versions failed one after the other, the page gets the last that did not', async () => {
  for (const each of ['1.1.0', '1.2.0', '1.3.0']) await registry.publish(version(homes, each))
  const inTurn = ['mfe-homes@1.3.0', 'mfe-homes@1.2.0', 'mfe-homes@1.1.0', 'mfe-homes@1.0.0']
  const given = [...inTurn.keys()].map((count) => versionsAsked({ failed: inTurn.slice(0, count + 1) }))
  expect(await Promise.all(given)).toEqual([
    { 'mfe-homes': '1.2.0' },
    { 'mfe-homes': '1.1.0' },
    {},
    { 'mfe-homes': '1.3.0' },
  ])
  await registry.publish(version(homes, '1.4.0'), EVERYBODY)
  const canary = { headers: CHOSEN, failed: ['mfe-homes@1.4.0', 'mfe-homes@1.3.0'] }
  expect(await versionsAsked(canary)).toEqual({ 'mfe-homes': '1.2.0' })
})

test('if the first version failed, or the one before is not kept or does not fit, there is nothing instead', async () => {
  const failed = ['mfe-homes@1.0.0', 'mfe-homes@1.1.0', 'mfe-chat@1.0.0']
  expect(await versionsAsked({ failed: ['mfe-homes@1.0.0'] })).toEqual({})
  await registry.publish({ ...version(homes, '1.1.0'), routes: [] })
  await registry.publish({ ...version(chat, '1.1.0'), routes: [...chat.routes, ...homes.routes] })
  const has = ['shell@1.0.0', 'mfe-homes@1.1.0', 'mfe-chat@1.1.0']
  expect(await versionsAsked({ has, failed })).toEqual({})
  await rm(registry.releaseFile('mfe-chat', '1.0.0'), { recursive: true })
  expect(await versionsAsked({ has, failed: ['mfe-chat@1.1.0'] })).toEqual({})
})

test('if a canary failed, its whole set goes back to stable, but not the shell of an open page', async () => {
  for (const draft of [homes, chat, { name: 'shell' }]) await registry.publish(version(draft, '1.1.0'), EVERYBODY)
  const has = ['shell@1.1.0', 'mfe-homes@1.1.0', 'mfe-chat@1.1.0']
  expect(await ask({ has, headers: CHOSEN })).toEqual({ remotes: {} })
  expect(await ask({ has, headers: CHOSEN, failed: ['mfe-homes@1.1.0'] })).toMatchObject({
    remotes: { 'mfe-homes': { version: '1.0.0' }, 'mfe-chat': { version: '1.0.0' } },
  })
})

test.each(['', '@', 'a', ',,@,', '<script>', '%00@1', 'shell@'.repeat(9)])(
  '%j is no release that a page has',
  async (text) => {
    const { shell, remotes } = await ask({ has: [text], failed: [text] })
    expect([shell, Object.keys(remotes).sort()]).toEqual(['1.0.0', ['mfe-chat', 'mfe-homes']])
  },
)
