import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sourceVersion } from './version.js'

it('has the files of linked folders in it, and ends where a link leads back or nowhere', async () => {
  const root = await mkdtemp(join(tmpdir(), 'version-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const [dir, shared] = [join(root, 'mfe-guides'), join(root, 'shared')]
  for (const folder of [dir, shared]) await mkdir(folder)
  await writeFile(join(dir, 'package.json'), '{ "version": "1.0.0" }')
  await writeFile(join(shared, 'words.txt'), 'one')
  await symlink(shared, join(dir, 'shared'))
  await symlink(dir, join(shared, 'back'))
  await symlink(join(root, 'absent'), join(dir, 'absent'))
  const before = sourceVersion(dir)
  expect(before).toMatch(/^1\.0\.0-[0-9a-f]{10}$/)
  expect(sourceVersion(dir)).toBe(before)
  await writeFile(join(shared, 'words.txt'), 'two')
  expect(sourceVersion(dir)).not.toBe(before)
})
