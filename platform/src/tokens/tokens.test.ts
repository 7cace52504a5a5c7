import { generateKeyPairSync } from 'node:crypto'
import { chown, readdir, stat, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { openFolder } from '@aangan/registry/testing/releases'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { run } from '../testing/site-process.ts'
import { readArguments } from './args.ts'

let folder: Awaited<ReturnType<typeof openFolder>>
beforeEach(async () => {
  folder = await openFolder()
})
afterEach(() => folder.remove())

async function tokens(args: string[], releasesDir = folder.path) {
  const { ended, output } = run('tokens', { RELEASES_DIR: releasesDir }, args)
  return { code: await ended, ...output }
}

it('creates a token that is shown once, lists it and revokes it', { timeout: 60_000 }, async () => {
  const { code, stdout } = await tokens(['create', 'mfe-guides', '--label', 'Guides team'])
  const [, id = '', token = ''] = /^Token (\w{12}) may release mfe-guides\..*\n([\w-]{43})\n$/.exec(stdout) ?? []
  expect([code, id]).toEqual([0, expect.stringMatching(/./)])
  const listed = await tokens(['list'])
  expect(listed.stdout).toMatch(new RegExp(`^${id}  mfe-guides  Guides team, created .* by .*, never used\n$`))
  expect(listed.stdout).not.toContain(token)
  expect(JSON.parse((await tokens(['list', '--json'])).stdout)).toMatchObject([{ id, label: 'Guides team' }])
  expect(await tokens(['revoke', id])).toMatchObject({
    code: 0,
    stdout: `Token ${id} of mfe-guides (Guides team) is revoked.\n`,
  })
  expect((await tokens(['list'])).stdout).toBe('No tokens.\n')
  expect(await tokens(['revoke', id])).toMatchObject({
    code: 1,
    stderr: `tokens: There is no token ${id}: npm run tokens -- list has all ids\n`,
  })
})

describe('as root', () => {
  needs('root', process.getuid?.() === 0 ? { value: true } : { missing: 'other users cannot give files away' }, {
    mayLackInCi: true,
  })

  it('makes a token that the owner of the folder can read', { timeout: 60_000 }, async () => {
    const [uid, gid] = [65_534, 65_534]
    await chown(folder.path, uid, gid)
    const key = await openFolder()
    const pem = generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'pem' })
    await writeFile(join(key.path, 'team.pub.pem'), pem, { mode: 0o600 })
    const args = ['create', 'mfe-guides', '--label', 'Guides team', '--key', join(key.path, 'team.pub.pem')]
    expect(await tokens(args)).toMatchObject({ code: 0, stderr: '' })
    const files = await readdir(folder.path, { recursive: true })
    expect(files.sort()).toEqual(['.tokens', expect.stringMatching(/^\.tokens\/\w{12}\.json$/), 'audit.jsonl'])
    for (const file of files) expect(await stat(join(folder.path, file)), file).toMatchObject({ uid, gid })
    const [listed] = JSON.parse((await tokens(['list', '--json'])).stdout)
    expect(listed.createdBy).toBe(userInfo().username)
    await key.remove()
  })
})

it('makes no token where no registry would find it', { timeout: 60_000 }, async () => {
  const absent = join(folder.path, 'absent')
  const { code, stderr } = await tokens(['create', 'mfe-guides', '--label', 'Guides team'], absent)
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^tokens: .*absent does not exist: set RELEASES_DIR/)])
})

it.each([
  [[], /Use create, list or revoke/],
  [['create'], /create needs the name/],
  [['create', 'mfe-a'], /create needs --label/],
  [['create', 'mfe-a', 'mfe-b', '--label', 'A'], /Leave out "mfe-b"/],
  [['revoke'], /revoke needs the id/],
  [['list', '--lable', 'x'], /Unknown option '--lable'/],
])('explains %j in one line, with the usage', (args, reason) => {
  expect(() => readArguments(args)).toThrow(reason)
  expect(() => readArguments(args)).toThrow(/Usage: npm run tokens -- create REMOTE/)
})
