import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, request as forward, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createToken } from '@aangan/registry/deploy/tokens'
import { changeChannels } from '@aangan/registry/releases/change'
import { publishRelease } from '@aangan/registry/releases/publish'
import { type ReleaseDraft, writeBuild } from '@aangan/registry/testing/releases'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runQuietly } from '../bin/lib/command.js'
import { copyTemplates } from '../bin/lib/pack.js'
import { ROOT } from '../bin/lib/root.js'
import { type SiteHere, startSiteHere } from './testing/site-here.ts'
import { runScript } from './testing/site-process.ts'

const AANGAN = join(ROOT, 'packages/build/src/deploy/cli.js')
const GUIDES = {
  name: 'mfe-guides',
  routes: [{ path: '/guides', title: 'Guides' }],
  files: { 'page.js': 'a page' },
} satisfies ReleaseDraft
const TIPS = [{ path: '/tips', title: 'Tips' }]

let folder: string
let releasesDir: string
let site: SiteHere
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aangan-cli-'))
  releasesDir = join(folder, 'releases')
  await mkdir(releasesDir)
  await publishRelease({ from: await writeBuild(folder, { name: 'shell' }), releasesDir })
  site = await startSiteHere({ RELEASES_DIR: releasesDir, TRUST_PROXY: '1' })
})
afterAll(async () => {
  await site.close()
  await rm(folder, { recursive: true })
})

let token: string
let dir: string
beforeEach(async () => {
  dir = await mkdtemp(join(folder, 'team-'))
  token = await tokenFor('mfe-guides')
})

async function tokenFor(name: string, publicKey?: string): Promise<string> {
  const facts = { name, label: 'Guides team', createdBy: 'operator', ...(publicKey && { publicKey }) }
  return (await createToken(releasesDir, facts)).token
}

/** A team's folder, whose build script copies a build that was made before. */
async function writeTeam(version: string): Promise<void> {
  const built = await writeBuild(folder, { ...GUIDES, version })
  await writeFile(join(dir, 'manifest.json'), JSON.stringify({ name: 'mfe-guides' }))
  const scripts = { build: `cp -r ${built} dist && echo "token: $AANGAN_TOKEN"` }
  await rm(join(dir, 'dist'), { recursive: true, force: true })
  await writeFile(join(dir, 'package.json'), JSON.stringify({ scripts }))
}

/** Its shell is no real one: no build boots in it. */
async function deploy(...args: string[]) {
  return await aangan(['deploy', '--no-boot', ...args])
}

async function aangan(args: string[], env: Record<string, string> = {}) {
  const AANGAN_SITE = `http://127.0.0.1:${site.port}`
  const { ended, output } = runScript(AANGAN, { env: { AANGAN_SITE, AANGAN_TOKEN: token, ...env }, args, cwd: dir })
  return { code: await ended, ...output }
}

const page = async (headers = {}) =>
  (await site.send({ path: '/guides', headers: { accept: 'text/html', ...headers } })).body

it('deploys, shows, rolls back and lists what was done', { timeout: 60_000 }, async () => {
  await writeTeam('1.0.0')
  const first = await deploy()
  expect(first.stdout, first.stderr).toMatch(
    /^mfe-guides 1\.0\.0 is live \([\d.]+ s, after [\d.]+ s of build\): .*\/guides\n$/,
  )
  expect(first.stderr).toMatch(/^Building mfe-guides …\ntoken: \nUploading mfe-guides 1\.0\.0 …\n$/)
  expect(await page()).toContain('/r/mfe-guides/1.0.0/')
  await writeTeam('2.0.0')
  const second = JSON.parse((await deploy('--json')).stdout)
  expect(second).toMatchObject({ name: 'mfe-guides', version: '2.0.0', channel: 'stable', changed: true })
  expect((await deploy('--no-build')).stdout).toMatch(/^mfe-guides 2\.0\.0 is live already/)
  expect((await aangan(['rollback', '--why', 'it throws'])).stdout).toBe('mfe-guides: stable 1.0.0\n')
  expect(await page()).toContain('/r/mfe-guides/1.0.0/')
  expect((await aangan(['rollback', '2.0.0'])).stdout).toBe('mfe-guides: stable 2.0.0\n')
  expect((await aangan(['status'])).stdout).toBe(
    'mfe-guides: stable 2.0.0\nmfe-guides: failures are reported only while there is a canary\n',
  )
  const { stdout } = await aangan(['history'])
  expect(stdout).toMatch(/rollback 1\.0\.0 \(stable\) {2}token \w{12} \(Guides team\): it throws\n/)
  expect(stdout).toMatch(/deploy 2\.0\.0 \(stable\) .*: not opened in a browser: --no-boot\n/)
})

it('deploys a canary and promotes it', { timeout: 60_000 }, async () => {
  await writeTeam('2.1.0')
  const { stdout: deployed } = await deploy('--canary', '10')
  const [, visit] = /^mfe-guides 2\.1\.0 is a canary \(.*\nTo see it, .* cookie "visit" to (\d+) /.exec(deployed) ?? []
  expect(await page({ cookie: `visit=${visit}` })).toContain('/r/mfe-guides/2.1.0/')
  const canary = 'mfe-guides: canary 2.1.0 for 10 % of visitors, set mfe-guides@2.1.0'
  const counts =
    'mfe-guides: the canary failed for 0 of 0 addresses, stable for 0 of 0 (each counts once; an office is mostly one)'
  expect((await aangan(['status'])).stdout).toContain(`mfe-guides: stable 2.0.0\n${canary}\n${counts}\nTo see it, `)
  expect((await aangan(['canary', '20'])).stdout).toContain('for 20 % of visitors')
  expect((await aangan(['promote'])).stdout).toBe('mfe-guides: stable 2.1.0\n')
  expect((await deploy('--no-build', '--canary', '10')).stdout).toMatch(/2\.1\.0 is live already/)
  expect((await aangan(['pin', '--why', 'election night'])).stdout).toBe('mfe-guides: stable 2.1.0, pinned\n')
  expect((await aangan(['unpin'])).stdout).toBe('mfe-guides: stable 2.1.0\n')
})

it('withdraws a remote, which a rollback to a version brings back', { timeout: 60_000 }, async () => {
  await writeTeam('2.0.1')
  await deploy('--why', 'first try')
  expect((await aangan(['withdraw', '--why', 'not yet'])).stdout).toBe('mfe-guides: stable – nothing is released\n')
  expect(await page()).not.toContain('/r/mfe-guides/')
  expect((await aangan(['rollback'])).stderr).toMatch(
    /^aangan: No version of mfe-guides is live\. Kept, the newest first: 2\.0\.1, .*2\.0\.0.*\. Name one\.\n$/,
  )
  expect((await aangan(['rollback', '2.0.0'])).stdout).toBe('mfe-guides: stable 2.0.0\n')
  expect(await page()).toContain('/r/mfe-guides/2.0.0/')
  const { stdout } = await aangan(['history'])
  expect(stdout).toMatch(/withdraw 2\.0\.1 .*: not yet\n.*deploy 2\.0\.1 .*: first try; not opened in a browser/)
})

it('deploys what the site itself has rolled back only with a reason', { timeout: 60_000 }, async () => {
  await writeTeam('2.1.1')
  await deploy('--canary', '10')
  const why = 'failed for 5 of 5 addresses; stable 0 of 9'
  await changeChannels(releasesDir, 'mfe-guides', { action: 'rollback', why }, { by: 'registry' })
  const { code, stdout, stderr } = await deploy('--no-build')
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(
    /^aangan: The site itself has rolled back mfe-guides 2\.1\.1, .*:\n.*5 of 5 addresses;.*\nNothing/,
  )
  expect(await page()).not.toContain('/r/mfe-guides/2.1.1/')
  expect(await deploy('--no-build', '--why', 'an outage')).toMatchObject({ code: 0 })
  expect((await aangan(['history'])).stdout).toMatch(
    /deploy 2\.1\.1 \(stable\) .*: an outage; rolled back by the site itself at 2\S+; not opened/,
  )
  // Again, as CI may run it.
  expect((await deploy('--no-build')).stdout).toMatch(/^mfe-guides 2\.1\.1 is live already/)
})

it('docs/deploying.md shows how to see a canary rolled back', { timeout: 60_000 }, async () => {
  await writeTeam('2.1.2')
  await deploy()
  await writeTeam('2.1.3')
  await deploy('--canary', '50')
  const guide = await readFile(join(ROOT, 'docs/deploying.md'), 'utf8')
  const [, commands = ''] = /```sh\n(report\(\) .*?)```/s.exec(guide) ?? []
  const settings = [`AANGAN_SITE=http://127.0.0.1:${site.port}`, 'STABLE=2.1.2', 'CANARY=2.1.3']
  expect(await runQuietly('env', [...settings, 'sh', '-ec', commands])).toBe('')
  expect((await aangan(['status'])).stdout).toMatch(/rolled back by the site itself: .* failed for \d of \d addresses;/)
})

it('is live beside a canary that nearly everybody gets', { timeout: 60_000 }, async () => {
  await writeTeam('2.2.0')
  await deploy('--canary', '100')
  await writeTeam('2.3.0')
  expect(await deploy()).toMatchObject({ code: 0, stdout: expect.stringMatching(/^mfe-guides 2\.3\.0 is live \(/) })
  expect((await aangan(['rollback'])).stdout).toBe('mfe-guides: stable 2.3.0\n')
})

/** The address of a proxy that loses the answers of uploads, once `meanwhile` is done. It knows no check before them, as sites of the past. */
async function startLosing(meanwhile: () => Promise<unknown>): Promise<string> {
  const server = createServer((request, response) => {
    const { method = '', url: path = '', headers } = request
    if (path.endsWith('/check')) return void response.writeHead(405).end('{"code":"METHOD_NOT_ALLOWED"}')
    const passed = forward({ port: site.port, host: '127.0.0.1', method, path, headers }, (answer) => {
      if (method === 'POST') void meanwhile().finally(() => response.destroy())
      else answer.pipe(response.writeHead(answer.statusCode ?? 502, answer.headers))
    })
    request.pipe(passed)
  })
  server.listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('asks what has become of an upload whose answer was lost:', () => {
  const LOOKING = /cannot be reached .* Looking whether it is deployed all the same …\n$/

  it('it is live', { timeout: 60_000 }, async () => {
    await writeTeam('2.4.0')
    const AANGAN_SITE = await startLosing(async () => undefined)
    const { code, stdout, stderr } = await aangan(['deploy', '--no-boot'], { AANGAN_SITE })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^mfe-guides 2\.4\.0 is live \(.*\/guides\n$/)])
    expect(stderr).toMatch(LOOKING)
  })

  it('a canary was promoted meanwhile', { timeout: 60_000 }, async () => {
    await writeTeam('2.4.1')
    const AANGAN_SITE = await startLosing(() => aangan(['promote']))
    const { code, stdout, stderr } = await aangan(['deploy', '--no-boot', '--canary', '10'], { AANGAN_SITE })
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^mfe-guides 2\.4\.1 is live \(.*\/guides\n$/)])
    expect(stderr).toMatch(LOOKING)
  })

  it.each<[string, string[], string[], RegExp]>([
    [
      '2.4.2',
      ['--canary', '10'],
      ['rollback', '--why', 'it throws'],
      /rollback 2\.4\.2 \(canary\) {2}token .*: it throws/,
    ],
    ['2.4.3', [], ['rollback', '2.4.1'], /rollback 2\.4\.1 \(stable\) {2}token /],
  ])('%s with %j was ended by %j meanwhile', { timeout: 60_000 }, async (version, how, end, line) => {
    await writeTeam(version)
    const AANGAN_SITE = await startLosing(() => aangan(end))
    const { code, stdout, stderr } = await aangan(['deploy', '--no-boot', ...how], { AANGAN_SITE })
    expect([code, stdout]).toEqual([3, ''])
    const [why = '', last = ''] = stderr.trimEnd().split('\n').slice(-2)
    expect([why, last]).toEqual([
      `aangan: mfe-guides ${version} was deployed, but is not live any more:`,
      expect.stringMatching(line),
    ])
  })
})

describe('opens a build in a browser before it is deployed:', () => {
  beforeEach(() => writeTeam('2.5.0'))

  it.each([
    [
      '/bin/false',
      1,
      /^Building .*\n[\s\S]*aangan: \/bin\/false could not be started .*AANGAN_BROWSER.*--no-boot\.\n$/,
    ],
    ['/nowhere/chromium', 2, /aangan: AANGAN_BROWSER is \/nowhere\/chromium, which is no program/],
  ])('one that does not start, %s, refuses it', { timeout: 30_000 }, async (AANGAN_BROWSER, code, reason) => {
    const refused = await aangan(['deploy'], { AANGAN_BROWSER })
    expect(refused).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(reason) })
    expect((await aangan(['history'])).stdout).not.toContain('2.5.0')
  })

  it('but not one that the site refuses by its description', { timeout: 30_000 }, async () => {
    await publishRelease({ from: await writeBuild(folder, { name: 'mfe-tips', routes: TIPS }), releasesDir })
    const built = await writeBuild(folder, { ...GUIDES, version: '2.5.1', routes: TIPS })
    const args = ['deploy', '--no-build', '--dist', relative(dir, built)]
    expect(await aangan(args, { AANGAN_BROWSER: '/bin/false' })).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^aangan: mfe-guides 2\.5\.1 is refused: it claims \/tips, which is mfe-tips's\. /),
    })
  })

  it('also one of the shell, with the remotes of the site', { timeout: 30_000 }, async () => {
    await deploy()
    const shell = await writeBuild(folder, { name: 'shell', version: '2.0.0' })
    const args = ['deploy', '--name', 'shell', '--no-build', '--dist', relative(dir, shell)]
    const refused = await aangan(args, { AANGAN_BROWSER: '/bin/false', AANGAN_TOKEN: await tokenFor('shell') })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^Opening shell 2\.0\.0 in a browser …\naangan: \/bin\/false could not be started/),
    ])
  })

  it('where there is none, it says so and goes on', { timeout: 30_000 }, async () => {
    await cp(await writeBuild(folder, { ...GUIDES, version: '2.6.0' }), join(dir, 'dist'), { recursive: true })
    const { code, stderr } = await aangan(['deploy', '--no-build'], { PATH: dir, AANGAN_BROWSER: '' })
    expect([code, stderr]).toEqual([0, expect.stringContaining('Not opened: there is no Chromium here')])
    expect((await aangan(['history'])).stdout).toMatch(
      /deploy 2\.6\.0 .*: not opened in a browser: there is no Chromium/,
    )
  })
})

describe('refuses, with what to do:', () => {
  beforeEach(() => writeTeam('3.0.0'))

  it.each<[string[], Record<string, string>, number, RegExp]>([
    [['deploy'], { AANGAN_TOKEN: 'x'.repeat(43) }, 1, /^aangan: The deploy token is missing, wrong or revoked\./],
    [['deploy', '--name', 'shell'], {}, 1, /^aangan: This deploy token is for mfe-guides only/],
    [['deploy'], { AANGAN_TOKEN: '' }, 2, /AANGAN_TOKEN is missing/],
    [['deploy'], { AANGAN_SITE: '' }, 2, /AANGAN_SITE is missing/],
    [['deploy'], { AANGAN_SITE: 'example.org' }, 2, /"example\.org" is no address/],
    [['deploy'], { AANGAN_SITE: 'http://127.0.0.1:1' }, 1, /cannot be reached \(ECONNREFUSED\)|bad port/],
    [['deploy'], { AANGAN_TOKEN: 'secret\nsecret' }, 2, /^aangan: The token has characters that no token has/],
    [['deploy', '--canary', '101'], {}, 2, /a percentage of the visitors/],
    [['deploy', '--canary', '0.0'], {}, 2, /0 % of the visitors would be deployed to nobody/],
    [['deploy', '--set', 'spring'], {}, 2, /--set is for a --canary/],
    [['deploy', '--open', 'list'], {}, 2, /--open takes the path of a page of the site, such as \/list, not "list"/],
    [['deploy', '--no-build'], {}, 2, /dist\/release\.json does not exist: build first/],
    [['status', '--why', 'x'], {}, 2, /--why is not for status/],
    [['deploy', '--origin', 'http://127.0.0.1:1'], {}, 2, /--origin is not for deploy/],
    [['override', '--origin', 'http://127.0.0.1:1'], {}, 1, /^aangan: No rspack serve of mfe-guides answers at http:/],
    [['override', '--origin', 'nowhere'], {}, 2, /"nowhere" is no origin, such as http:/],
    [['promote', '1.0.0'], {}, 2, /Leave out "1\.0\.0"/],
    [['publish'], {}, 2, /There is no command "publish"/],
    [['rollback', '9.9.9'], {}, 1, /^aangan: mfe-guides 9\.9\.9 is not kept\. Kept, the newest first: \d/],
  ])('%j with %j', { timeout: 30_000 }, async (args, env, code, reason) => {
    const result = await aangan(args, env)
    expect(result).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(reason) })
    expect(result.stderr).not.toMatch(/Building| at .*\.js/)
  })

  it.each([
    ['a command', 'publish', 'USAGE'],
    ['the site', 'deploy', 'NOT_AUTHENTICATED'],
  ])('also as JSON, what %s is refused for', { timeout: 30_000 }, async (_what, command, code) => {
    const { stdout } = await aangan([command, '--json'], { AANGAN_TOKEN: 'x'.repeat(43) })
    expect(JSON.parse(stdout)).toEqual({ error: { code, message: expect.stringMatching(/./) } })
  })

  it('a build that fails, and one that was changed afterwards', { timeout: 30_000 }, async () => {
    await writeFile(join(dir, 'package.json'), JSON.stringify({ scripts: { build: 'exit 3' } }))
    expect(await aangan(['deploy'])).toMatchObject({ code: 1, stderr: expect.stringContaining('The build failed') })
    await cp(await writeBuild(folder, GUIDES), join(dir, 'dist'), { recursive: true })
    await writeFile(join(dir, 'dist/page.js'), 'another page')
    const { code, stderr } = await aangan(['deploy', '--no-build'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('dist/page.js is not as it was built')])
    expect(await readdir(join(releasesDir, '.uploads')).catch(() => [])).toEqual([])
  })
})

it('an address without an API, and an answer that is cut, are said', { timeout: 30_000 }, async () => {
  const answers: RequestListener[] = [
    (_request, response) => response.end('<!doctype html>'),
    (_request, response) => {
      response.writeHead(200, { 'content-length': '9' }).write('{')
      setTimeout(() => response.destroy(), 100)
    },
  ]
  const reasons = []
  for (const answer of answers) {
    const server = createServer(answer).listen(0, '127.0.0.1')
    onTestFinished(() => void server.close())
    await once(server, 'listening')
    const AANGAN_SITE = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    reasons.push((await aangan(['status', '--name', 'mfe-guides'], { AANGAN_SITE })).stderr)
  }
  expect(reasons).toEqual([
    expect.stringMatching(/^aangan: http.* answered without JSON: is its address right\?\n$/),
    expect.stringMatching(/^aangan: http.* cannot be reached \(UND_ERR_SOCKET\)/),
  ])
})

it('begins a remote and an offer, and says what it wrote and what to do next', { timeout: 30_000 }, async () => {
  const installed = await mkdtemp(join(folder, 'installed-'))
  await cp(join(ROOT, 'packages/build/src/new'), join(installed, 'src/new'), { recursive: true })
  await copyTemplates(join(installed, 'templates'))
  const script = join(installed, 'new.mjs')
  await writeFile(script, "import { create } from './src/new/new.js'\ncreate(process.argv.slice(2))")
  const create = async (...args: string[]) => {
    const { ended, output } = runScript(script, { env: {}, args, cwd: dir })
    return { code: await ended, ...output }
  }
  const told = (...parts: string[]) => ({ code: 0, stderr: '', stdout: expect.stringMatching(parts.join('[^]*')) })
  expect(await create('remote', 'guides')).toEqual(
    told('^Written:\n', '  manifest\\.json\n', '  \\.gitignore\n', 'Next:\n', ' at /guides', 'AANGAN_TOKEN'),
  )
  expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe('node_modules/\ndist/\n')
  expect(await create('offer', 'listing.more')).toEqual(
    told('^Written:\n', '  src/more/more\\.tsx\n', '  manifest\\.json\n', 'Next:\n', 'the slot listing\\.more'),
  )
  await rm(join(dir, 'manifest.json'))
  await writeFile(join(dir, '.gitignore'), '*.pem\n')
  expect((await create('remote', 'guides')).stdout).not.toContain('.gitignore')
  expect(await readFile(join(dir, '.gitignore'), 'utf8')).toBe('*.pem\n')
})

it('signs for a token that needs it', { timeout: 60_000 }, async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const key = join(dir, 'key.pem')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  token = await tokenFor('mfe-guides', publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await writeTeam('4.0.0')
  expect(await deploy()).toMatchObject({ code: 1, stderr: expect.stringContaining('needs a signature') })
  for (const wrong of [join(dir, 'absent.pem'), join(dir, 'package.json')])
    expect(await deploy('--no-build', '--key', wrong)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^aangan: .* is missing or no private key in PEM: .*\n$/),
    })
  expect(await deploy('--no-build', '--key', key)).toMatchObject({ code: 0 })
  expect(await readFile(join(releasesDir, 'mfe-guides/4.0.0/release.sig'), 'utf8')).toMatch(/^[\w+/]{86}==$/)
})

it('begins an offer only in a remote, and over nothing that is there', { timeout: 60_000 }, async () => {
  const newOffer = () => aangan(['new', 'offer', 'listing.start'])
  expect(await newOffer()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^There is no manifest\.json/),
  })
  expect(await readdir(dir)).toEqual([])
  await writeTeam('1.0.0')
  await mkdir(join(dir, 'src/start'), { recursive: true })
  expect(await newOffer()).toEqual({ code: 1, stdout: '', stderr: 'src/start exists already.\n' })
})
