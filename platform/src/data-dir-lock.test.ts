import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from './data-dir-lock.ts'
import { hintFor } from './unwritable.ts'

const URL = 'http://127.0.0.1:3000'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'only-site-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('only one site can use a folder, and the error names it', async () => {
  const moveOut = await lockDataDir(folder, URL)
  const told = `Another site (process ${process.pid}, ${URL}) is running on DATA_DIR=${folder}`
  await expect(lockDataDir(folder, 'http://127.0.0.1:4000')).rejects.toThrow(told)
  await rm(join(folder, 'site.json'))
  await expect(lockDataDir(folder, 'http://127.0.0.1:4000')).rejects.toThrow('Another site is running on')
  await moveOut()
  await (await lockDataDir(folder, URL))()
  expect(await readdir(folder)).toEqual(['site.lock'])
})

it('a reused process id of a killed site does not block the folder', async () => {
  await writeFile(join(folder, 'site.json'), JSON.stringify({ pid: process.ppid, url: URL }))
  const moveOut = await lockDataDir(folder, URL)
  await moveOut()
})

it('an unreadable note does not block the folder', async () => {
  await writeFile(join(folder, 'site.json'), '{"pid":')
  const moveOut = await lockDataDir(folder, URL)
  await moveOut()
})

it('a lock that cannot be acquired is reported by its path', async () => {
  await mkdir(join(folder, 'site.lock'))
  await expect(lockDataDir(folder, URL)).rejects.toThrow(
    `Cannot lock ${join(folder, 'site.lock')} (Failed to open database: unable to open database file): check that it is a file`,
  )
})

it('a lock that cannot be acquired because nothing can be written says why and what to do', async () => {
  await mkdir(join(folder, 'site.lock'))
  await symlink('/dev/full', join(folder, `.probe-${process.pid}`))
  await expect(lockDataDir(folder, URL)).rejects.toThrow(
    `Cannot lock ${join(folder, 'site.lock')} (ENOSPC: no space left on device, write): its disk is full: free some space`,
  )
})

it.each([
  ['ENOSPC', 'its disk is full: free some space'],
  ['EDQUOT', 'quota of its disk is used up'],
  ['EROFS', 'its disk is read-only: mount it writable'],
  ['EACCES', 'this user has no permission: grant it'],
  ['ENOTDIR', 'set DATA_DIR to a folder that this user can write to'],
])('%s is explained in words', (code, words) => {
  expect(hintFor(Object.assign(new Error(code), { code }))).toContain(words)
})
