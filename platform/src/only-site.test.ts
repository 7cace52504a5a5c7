import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { moveIn } from './only-site.ts'

const URL = 'http://127.0.0.1:3000'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'only-site-'))
})
afterEach(() => rm(folder, { recursive: true }))

it('one site at a time lives in a folder, and the next is told of it', async () => {
  const moveOut = await moveIn(folder, URL)
  const told = `Another site (process ${process.pid}, ${URL}) is running on DATA_DIR=${folder}`
  await expect(moveIn(folder, 'http://127.0.0.1:4000')).rejects.toThrow(told)
  await rm(join(folder, 'site.json'))
  await expect(moveIn(folder, 'http://127.0.0.1:4000')).rejects.toThrow('Another site is running on')
  await moveOut()
  await (await moveIn(folder, URL))()
  expect(await readdir(folder)).toEqual(['site.lock'])
})

it('a process that has the id of a site that was killed does not keep the next one out', async () => {
  await writeFile(join(folder, 'site.json'), JSON.stringify({ pid: process.ppid, url: URL }))
  const moveOut = await moveIn(folder, URL)
  await moveOut()
})

it('a note that cannot be read does not keep it out either', async () => {
  await writeFile(join(folder, 'site.json'), '{"pid":')
  const moveOut = await moveIn(folder, URL)
  await moveOut()
})

it('a lock that cannot be taken is told by its path', async () => {
  await mkdir(join(folder, 'site.lock'))
  await expect(moveIn(folder, URL)).rejects.toThrow(`${join(folder, 'site.lock')} cannot be locked`)
})
