import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDurably, writeDurably } from './durable-files.ts'
import { needs } from './testing/needs.ts'
import { filesAtRisk } from './testing/power-cut/at-risk.ts'
import { findStrace } from './testing/power-cut/trace.ts'

const found = await findStrace()
const CHILD = new URL('./testing/durable-child.ts', import.meta.url)

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'durable-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

test('of several writers the first one creates a file, and the last one replaces it', async () => {
  const folder = await newFolder()
  const file = join(folder, 'file')
  await createDurably(file, 'first')
  await createDurably(file, 'second')
  expect(await readFile(file, 'utf8')).toBe('first')
  await writeDurably(file, 'third')
  expect(await readFile(file, 'utf8')).toBe('third')
  await expect(writeDurably(join(folder, 'missing/file'), '')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await readdir(folder)).toEqual(['file'])
})

describe('a power cut', { timeout: 180_000 }, () => {
  const strace = needs('strace', found)

  test('loses no key that was returned and no mail that was sent', async () => {
    const { atRisk, paths } = await filesAtRisk(strace(), { child: CHILD, root: await newFolder() })
    expect(paths).toEqual(['data/secrets/identity.pem', expect.stringMatching(/^data\/mails\/.*\.eml$/)])
    expect(atRisk).toEqual([])
  })
})
