import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'
import { type ReleaseDraft, writeBuild } from '../testing/releases.ts'
import { readHistory, writeAudit } from './audit.ts'
import { changeChannels } from './change.ts'
import { publishRelease } from './publish.ts'

const guides = { name: 'mfe-guides', routes: [{ path: '/guides', title: 'Guides' }] } satisfies ReleaseDraft
const KILLED = { by: 'Asha', action: 'deploy', name: 'mfe-guides', version: '2.0.0', channel: 'stable' } as const
const TENTH = { to: { share: 0.1 } }

let registry: RunningRegistry

beforeEach(async () => {
  registry = await startRegistry({ releases: [{ name: 'shell' }, guides], posts: () => undefined })
})

afterEach(() => registry.close())

async function deploy(version: string, how: Parameters<RunningRegistry['publish']>[1] = {}) {
  return registry.publish({ ...guides, version }, how)
}

async function stable(): Promise<string | undefined> {
  return (await registry.versions({ cookie: `visit=${await bucket(false)}` }))['mfe-guides']
}

/** A bucket inside of the canary, or outside. */
async function bucket(isIn: boolean): Promise<number> {
  const { canary } = JSON.parse(await readFile(registry.releaseFile('mfe-guides', 'channels.json'), 'utf8'))
  for (let each = 0; each < 10_000; each += 500) {
    const versions = await registry.versions({ cookie: `visit=${each}` })
    if ((versions['mfe-guides'] === canary?.version) === isIn) return each
  }
  throw new Error(`no bucket is ${isIn ? 'in' : 'out'}`)
}

const change: RunningRegistry['change'] = (...args) => registry.change(...args)

describe('a canary', () => {
  it('goes to its share of visitors, stays with them, and is promoted', async () => {
    await deploy('2.0.0', TENTH)
    const [inside, outside] = [await bucket(true), await bucket(false)]
    for (const [visit, version] of [
      [inside, '2.0.0'],
      [outside, '1.0.0'],
    ]) {
      expect(await registry.versions({ cookie: `other=1; visit=${visit}` })).toMatchObject({ 'mfe-guides': version })
    }
    await change('mfe-guides', { action: 'promote' })
    expect(await registry.versions({ cookie: `visit=${outside}` })).toMatchObject({ 'mfe-guides': '2.0.0' })
  })

  it('may be the first release of a name', async () => {
    await registry.publish({ name: 'mfe-new', routes: [{ path: '/new', title: 'New' }] }, { to: { share: 1 } })
    expect((await registry.get('/new')).statusCode).toBe(200)
    await change('mfe-new', { action: 'promote' })
    expect((await registry.get('/new')).statusCode).toBe(200)
  })

  it('has claims of its own', async () => {
    const routes = [...guides.routes, { path: '/new', title: 'New' }]
    await registry.publish({ ...guides, version: '2.0.0', routes }, TENTH)
    await expect(registry.publish({ name: 'mfe-a', routes: routes.slice(1) })).rejects.toThrow('claims /new')
    await change('mfe-guides', { action: 'rollback' })
    await registry.publish({ name: 'mfe-a', routes: routes.slice(1) })
  })

  it('gets another share', async () => {
    await deploy('2.0.0', TENTH)
    await change('mfe-guides', { action: 'canary', share: 1 })
    expect(await registry.versions({ cookie: 'visit=1' })).toMatchObject({ 'mfe-guides': '2.0.0' })
    await change('mfe-guides', { action: 'canary', share: 0 })
    expect(await registry.versions({ cookie: 'visit=1' })).toMatchObject({ 'mfe-guides': '1.0.0' })
  })

  it('ends with a rollback for this canary alone, which changes nothing once it is another or has ended', async () => {
    await deploy('2.0.0', TENTH)
    const end = (version: string) =>
      change('mfe-guides', { action: 'rollback', only: { version, set: `mfe-guides@${version}` } })
    expect((await end('3.0.0')).size).toBe(0)
    expect((await end('2.0.0')).get('mfe-guides')).toMatchObject({ stable: '1.0.0' })
    await deploy('3.0.0')
    expect((await end('2.0.0')).size).toBe(0)
    expect(await stable()).toBe('3.0.0')
  })

  it('ends with a rollback, or as the stable release', async () => {
    await deploy('2.0.0', TENTH)
    await change('mfe-guides', { action: 'rollback', why: 'it throws' })
    expect((await registry.get('/guides')).headers).not.toHaveProperty('set-cookie')
    await deploy('3.0.0', TENTH)
    await deploy('3.0.0')
    expect((await registry.get('/guides')).headers).not.toHaveProperty('set-cookie')
    expect(await stable()).toBe('3.0.0')
    await expect(change('mfe-guides', { action: 'promote' })).rejects.toThrow('has no canary to promote')
  })

  it('that cannot be read is left out, and the stable release served', async () => {
    await deploy('2.0.0', { to: { share: 1 } })
    await rm(registry.releaseFile('mfe-guides', '2.0.0'), { recursive: true })
    await registry.restart()
    expect(await registry.versions()).toMatchObject({ 'mfe-guides': '1.0.0' })
    expect(await registry.unreadable()).toBe(1)
  })
})

describe('a page', () => {
  it('gives visitors a number while there is a canary, and takes it back afterwards', async () => {
    expect((await registry.get('/guides')).headers).not.toHaveProperty('set-cookie')
    await deploy('2.0.0', TENTH)
    const first = await registry.get('/guides', { 'x-forwarded-proto': 'https' })
    const [, number] =
      /^visit=(\d{1,4}); Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/.exec(
        String(first.headers['set-cookie']),
      ) ?? []
    expect(Number(number)).toBeLessThan(10_000)
    expect(first.headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, accept-language, cookie',
    })
    const again = await registry.get('/guides', {
      cookie: `visit=${number}`,
      'x-forwarded-proto': 'https',
      'if-none-match': String(first.headers.etag),
    })
    expect([again.statusCode, again.headers['set-cookie']]).toEqual([304, undefined])
    await change('mfe-guides', { action: 'rollback' })
    const last = await registry.get('/guides', { cookie: `visit=${number}` })
    expect(last.headers).toMatchObject({
      vary: 'accept-encoding, accept-language',
      'set-cookie': expect.stringMatching(/^visit=; .*Max-Age=0;/),
    })
  })

  it('that moved gives its number to nobody behind the same cache', async () => {
    await deploy('2.0.0', TENTH)
    const { statusCode, headers } = await registry.get('/guides/')
    expect([statusCode, headers['cache-control'], headers.vary]).toEqual([308, 'private, no-store', 'cookie'])
    expect(headers['set-cookie']).toMatch(/^visit=/)
  })

  it('of a canary is no other visitor’s', async () => {
    await deploy('2.0.0', TENTH)
    const [inside, outside] = [await bucket(true), await bucket(false)]
    const { headers } = await registry.get('/guides', { cookie: `visit=${inside}` })
    const theirs = await registry.get('/guides', { cookie: `visit=${outside}`, 'if-none-match': String(headers.etag) })
    expect(theirs.statusCode).toBe(200)
  })

  it.each(['visit=', 'visit=-1', 'visit=99999', 'visit=x', 'novisit=1'])(
    'gives a number to who has %s',
    async (cookie) => {
      await deploy('2.0.0', TENTH)
      expect((await registry.get('/guides', { cookie })).headers['set-cookie']).toMatch(/^visit=\d/)
    },
  )
})

describe('a set of canaries', () => {
  const agents = { name: 'mfe-agents', routes: [{ path: '/agents', title: 'Agents' }] } satisfies ReleaseDraft

  beforeEach(async () => {
    await registry.publish(agents)
    for (const draft of [guides, agents])
      await registry.publish({ ...draft, version: '2.0.0' }, { to: { share: 0.5, set: 'spring' } })
  })

  async function seen(): Promise<string[]> {
    const pages = Array.from({ length: 8 }, (_, at) => registry.versions({ cookie: `visit=${at * 1_250}` }))
    return [...new Set((await Promise.all(pages)).map((each) => `${each['mfe-guides']} ${each['mfe-agents']}`))].sort()
  }

  it('is whole for every visitor', async () => {
    expect(await seen()).toEqual(['1.0.0 1.0.0', '2.0.0 2.0.0'])
  })

  it.each([
    ['promoted', { action: 'promote' }, '2.0.0 2.0.0'],
    ['ended', { action: 'rollback' }, '1.0.0 1.0.0'],
  ] as const)('is %s together', async (_how, action, after) => {
    await change('mfe-guides', action)
    expect(await seen()).toEqual([after])
  })

  it('is not promoted by who may change a part of it', async () => {
    const author = { by: 'Asha', mayChange: (name: string) => name === 'mfe-guides' }
    const promoted = changeChannels(registry.folders.releases, 'mfe-guides', { action: 'promote' }, author)
    await expect(promoted).rejects.toMatchObject({ code: 'FORBIDDEN', message: expect.not.stringContaining('agents') })
    expect(await seen()).toEqual(['1.0.0 1.0.0', '2.0.0 2.0.0'])
    await changeChannels(registry.folders.releases, 'mfe-guides', { action: 'rollback' }, author)
    expect(await seen()).toEqual(['1.0.0 1.0.0'])
  })

  it('is left out as a whole if a part of it cannot be read, and not promoted', async () => {
    await rm(registry.releaseFile('mfe-agents', '2.0.0'), { recursive: true })
    await registry.restart()
    expect(await seen()).toEqual(['1.0.0 1.0.0'])
    await expect(change('mfe-guides', { action: 'promote' })).rejects.toThrow('mfe-agents 2.0.0 is not kept. Kept, ')
  })

  it('ends as a whole with a rollback of a part to a version', async () => {
    await registry.publish({ ...guides, version: '1.1.0' })
    await change('mfe-guides', { action: 'rollback', version: '1.0.0' })
    expect(await seen()).toEqual(['1.0.0 1.0.0'])
  })

  it('of one remote alone is joined by no other', async () => {
    const joined = registry.publish({ ...agents, version: '3.0.0' }, { to: { share: 1, set: 'mfe-guides@2.0.0' } })
    await expect(joined).rejects.toThrow('a set named after mfe-guides is for mfe-guides alone')
  })
})

describe('a rollback', () => {
  it('goes to the version before, and from there to the one before that', async () => {
    for (const version of ['2.0.0', '3.0.0']) await deploy(version)
    for (const version of ['2.0.0', '1.0.0']) {
      await change('mfe-guides', { action: 'rollback' })
      expect(await stable()).toBe(version)
    }
    await expect(change('mfe-guides', { action: 'rollback' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        '1.0.0 is the first version of mfe-guides: there is none before it. Kept, the newest first: 3.0.0, 2.0.0. Name one. To take it off the site: aangan withdraw.',
    })
  })

  it('from the first version, or one whose history is lost, says so, and what can be done', async () => {
    const words = 'there is none before it. No other one is kept. To take it off the site: aangan withdraw.'
    await expect(change('mfe-guides', { action: 'rollback' })).rejects.toThrow(words)
    await deploy('2.0.0')
    await rm(registry.releaseFile('audit.jsonl'))
    const lost = 'not known which version of mfe-guides was live before 2.0.0. Kept, the newest first: 1.0.0. Name one'
    await expect(change('mfe-guides', { action: 'rollback' })).rejects.toThrow(lost)
  })

  it('goes to a version by name', async () => {
    for (const version of ['2.0.0', '3.0.0']) await deploy(version)
    await change('mfe-guides', { action: 'rollback', version: '1.0.0' })
    expect(await stable()).toBe('1.0.0')
    await expect(change('mfe-guides', { action: 'rollback', version: '9.9.9' })).rejects.toThrow(
      'mfe-guides 9.9.9 is not kept. Kept, the newest first: 3.0.0, 2.0.0, 1.0.0.',
    )
    expect((await change('mfe-guides', { action: 'rollback', version: '1.0.0' })).size).toBe(0)
  })

  it('goes to a version by the beginning of its name, if only one is meant', async () => {
    for (const version of ['1.1.0-0a', '1.2.0-0b', '1.2.0-0c', '1.2.0', '1.3.0-0d', '1.3.0+0e', '1.40.0', '2.0.0'])
      await deploy(version)
    const to = async (version: string) => {
      await change('mfe-guides', { action: 'rollback', version })
      return await stable()
    }
    expect([await to('1.1.0'), await to('1.2.0')]).toEqual(['1.1.0-0a', '1.2.0'])
    await expect(to('1.3.0')).rejects.toThrow('may be 1.3.0+0e or 1.3.0-0d, the newest first. Name one')
    await expect(to('1.3')).rejects.toThrow('may be 1.3.0+0e or 1.3.0-0d')
    expect([await to('1.3.0-0'), await to('1.1'), await to('1.40')]).toEqual(['1.3.0-0d', '1.1.0-0a', '1.40.0'])
    await expect(to('1.4')).rejects.toThrow('1.4 is not kept')
  })

  it('to a version that is not there names the newest ten of those that are; a damaged one is called so', async () => {
    for (let minor = 1; minor < 12; minor += 1) await deploy(`1.${minor}.0`)
    const to = (version: string) => change('mfe-guides', { action: 'rollback', version })
    await expect(to('3.0.0')).rejects.toThrow(/: 1\.11\.0, (1\.\d+\.0, ){8}1\.2\.0, and 2 older ones\.$/)
    await rm(registry.releaseFile('mfe-guides', '1.5.0', 'release.json'))
    await rm(registry.releaseFile('mfe-guides', '1.5.0', 'delivered.json'), { force: true })
    await expect(to('1.5.0')).rejects.toThrow('1.5.0 is damaged. Kept, the newest first: 1.11.0, 1.10.0')
  })

  it('is refused if another remote has taken its route since', async () => {
    await registry.publish({ name: 'mfe-guides', version: '2.0.0', routes: [{ path: '/tips', title: 'Tips' }] })
    await registry.publish({ name: 'mfe-a', routes: guides.routes })
    await expect(change('mfe-guides', { action: 'rollback' })).rejects.toThrow("it claims /guides, which is mfe-a's")
    expect((await registry.get('/tips')).statusCode).toBe(200)
  })
})

describe('a withdrawal', () => {
  it('takes a remote off all pages, with its canary, until a deploy or a rollback to a version', async () => {
    await deploy('2.0.0', TENTH)
    await change('mfe-guides', { action: 'withdraw' })
    const page = await registry.get('/guides')
    expect([page.statusCode, page.headers['set-cookie']]).toEqual([404, undefined])
    expect(await registry.versions()).toEqual({ shell: '1.0.0' })
    expect((await change('mfe-guides', { action: 'withdraw' })).size).toBe(0)
    await expect(change('mfe-guides', { action: 'rollback' })).rejects.toThrow(
      'No version of mfe-guides is live. Kept, the newest first: 2.0.0, 1.0.0. Name one',
    )
    await change('mfe-guides', { action: 'rollback', version: '1.0.0' })
    expect(await stable()).toBe('1.0.0')
    await change('mfe-guides', { action: 'withdraw' })
    await deploy('3.0.0')
    expect(await stable()).toBe('3.0.0')
  })

  it('lasts: neither what ships in an image nor a lost channels.json brings it back', async () => {
    await change('mfe-guides', { action: 'withdraw' })
    expect(await deploy('1.0.0', { shipped: true })).toMatchObject({ changed: false, kept: '' })
    expect(await registry.versions()).toEqual({ shell: '1.0.0' })
    await rm(registry.releaseFile('mfe-guides', 'channels.json'))
    await registry.restart()
    expect(await registry.versions()).toEqual({ shell: '1.0.0' })
  })

  it('frees its routes for others', async () => {
    await change('mfe-guides', { action: 'withdraw' })
    await registry.publish({ name: 'mfe-a', routes: guides.routes })
    expect((await registry.get('/guides')).statusCode).toBe(200)
  })

  it('of a part of a set ends the canaries of the others, and leaves them on the site', async () => {
    const agents = { name: 'mfe-agents', routes: [{ path: '/agents', title: 'Agents' }] } satisfies ReleaseDraft
    await registry.publish(agents)
    for (const draft of [guides, agents])
      await registry.publish({ ...draft, version: '2.0.0' }, { to: { share: 1, set: 'spring' } })
    const author = { by: 'Asha', mayChange: (name: string) => name === 'mfe-guides' }
    await changeChannels(registry.folders.releases, 'mfe-guides', { action: 'withdraw' }, author)
    expect(await registry.versions()).toEqual({ shell: '1.0.0', 'mfe-agents': '1.0.0' })
  })

  it('is refused for the shell, and for what is pinned', async () => {
    await expect(change('shell', { action: 'withdraw' })).rejects.toThrow('every page needs it')
    await change('mfe-guides', { action: 'pin' })
    await expect(change('mfe-guides', { action: 'withdraw' })).rejects.toThrow('pinned to 1.0.0. Unpin it first')
  })
})

describe('a pinned release', () => {
  beforeEach(async () => {
    await deploy('2.0.0')
    await change('mfe-guides', { action: 'pin', why: 'election night' })
  })

  it('refuses deploys and promotions until it is unpinned', async () => {
    const words = 'mfe-guides 3.0.0 is refused: mfe-guides is pinned to 2.0.0. Unpin it first.'
    await expect(deploy('3.0.0')).rejects.toMatchObject({ code: 'CONFLICT', message: words })
    await deploy('3.0.0', TENTH)
    await expect(change('mfe-guides', { action: 'promote' })).rejects.toThrow(words)
    await change('mfe-guides', { action: 'unpin' })
    await change('mfe-guides', { action: 'promote' })
    expect(await stable()).toBe('3.0.0')
  })

  it('can be rolled back, and stays pinned', async () => {
    await change('mfe-guides', { action: 'rollback' })
    expect(await stable()).toBe('1.0.0')
    await expect(deploy('3.0.0')).rejects.toThrow('pinned to 1.0.0')
  })
})

describe('the history', () => {
  const history = () => readHistory(registry.folders.releases, 'mfe-guides')

  it('has a line for each action', async () => {
    await deploy('2.0.0', { by: 'Guides team', to: { share: 0.1 } })
    await change('mfe-guides', { action: 'promote' })
    await change('mfe-guides', { action: 'rollback', why: 'it throws' })
    await change('mfe-guides', { action: 'pin' })
    const name = 'mfe-guides'
    const set = 'mfe-guides@2.0.0'
    expect(await history()).toEqual(
      [
        { by: 'operator', action: 'deploy', version: '1.0.0', channel: 'stable' },
        { by: 'Guides team', action: 'canary', version: '2.0.0', channel: 'canary', share: 0.1, set },
        { by: 'Asha', action: 'promote', version: '2.0.0', channel: 'stable', was: '1.0.0' },
        { by: 'Asha', action: 'rollback', version: '1.0.0', channel: 'stable', was: '2.0.0', why: 'it throws' },
        { by: 'Asha', action: 'pin', version: '1.0.0', channel: 'stable' },
      ].map((line) => ({ at: expect.stringMatching(/^\d{4}-.*Z$/), name, ...line })),
    )
  })

  it('loses only a line that a full disk has torn', async () => {
    const file = registry.releaseFile('audit.jsonl')
    await writeFile(file, `${await readFile(file, 'utf8')}{"at":"20`)
    await deploy('2.0.0')
    expect((await history()).map(({ version }) => version)).toEqual(['1.0.0', '2.0.0'])
  })

  it('may list a deploy that was killed before it went live: the next one is not confused', async () => {
    await writeAudit(registry.folders.releases, { ...KILLED, was: '1.0.0' })
    await registry.restart()
    expect(await stable()).toBe('1.0.0')
    await deploy('2.0.0')
    await change('mfe-guides', { action: 'rollback' })
    expect(await stable()).toBe('1.0.0')
  })

  it('that cannot be written stops the action: on a full disk all stays as it was', async () => {
    await rm(registry.releaseFile('audit.jsonl'))
    await symlink('/dev/full', registry.releaseFile('audit.jsonl'))
    await expect(deploy('2.0.0')).rejects.toMatchObject({ code: 'ENOSPC' })
    await expect(change('mfe-guides', { action: 'pin' })).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await stable()).toBe('1.0.0')
  })
})

it('two registries on a folder agree, and concurrent deploys and changes are all done', async () => {
  const other = await startRegistry({
    releases: [],
    posts: () => undefined,
    env: { RELEASES_DIR: registry.folders.releases },
  })
  const drafts = ['2.0.0', '3.0.0', '4.0.0'].map((version) => ({ ...guides, version }))
  const builds = await Promise.all(drafts.map((draft) => writeBuild(registry.folders.builds, draft)))
  const agents = await writeBuild(registry.folders.builds, { name: 'mfe-agents' })
  const releasesDir = registry.folders.releases
  await Promise.all(
    [
      ...builds.map((from) => publishRelease({ from, releasesDir })),
      publishRelease({ from: agents, releasesDir }),
      change('mfe-guides', { action: 'pin' }).then(() => change('mfe-guides', { action: 'unpin' })),
    ].map((each) => each.catch((error) => expect(error).toMatchObject({ code: 'CONFLICT' }))),
  )
  expect(await other.versions()).toEqual(await registry.versions())
  expect(await registry.versions()).toMatchObject({ 'mfe-agents': '1.0.0' })
  const lines = (await readHistory(releasesDir, 'mfe-guides')).map(({ action }) => action)
  expect(lines.filter((action) => action === 'unpin')).toHaveLength(1)
  await other.close()
})
