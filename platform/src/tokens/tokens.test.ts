import { join } from 'node:path'
import { openFolder } from '@aangan/registry/testing/releases'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
