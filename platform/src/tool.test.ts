import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AppError } from '@aangan/service-kit/errors'
import { openConnection } from '@aangan/service-kit/store/sqlite/connection'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { reportFailure } from './tool.ts'

const before = process.exitCode

afterEach(() => {
  process.exitCode = before
  vi.restoreAllMocks()
})

it('prints what an operator can fix with its cause, in one line, and exits with 1', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const cause = new Error('No reply to accounts.find within 5000 ms')
  reportFailure('import', new AppError('UNAVAILABLE', 'Not available right now.', { cause }))
  expect(written.mock.calls).toEqual([
    ['import: Not available right now. (No reply to accounts.find within 5000 ms)\n'],
  ])
  expect(process.exitCode).toBe(1)
})

it('prints what already says why as it is', () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  reportFailure('import', new AppError('NOT_FOUND', 'File homes.csv does not exist.', { cause: new Error('ENOENT') }))
  expect(written.mock.calls).toEqual([['import: File homes.csv does not exist.\n']])
})

it('names a damaged file, and says what to do', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const folder = await mkdtemp(join(tmpdir(), 'tool-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'posts.db')
  await writeFile(file, 'no database '.repeat(1_000))
  for (const wrap of [(error: unknown) => error, (cause: unknown) => new AppError('UNAVAILABLE', 'Away', { cause })]) {
    try {
      openConnection(file)
    } catch (error) {
      reportFailure('reports', wrap(error))
    }
  }
  const advice = 'stop the site, and restore the file from a backup (docs/operations.md), then try again'
  expect(written.mock.calls).toEqual([
    [`reports: ${file}: file is not a database: ${advice}\n`],
    [`reports: Away (${file}: file is not a database): ${advice}\n`],
  ])
})

it('throws what only a programmer can fix', () => {
  expect(() => reportFailure('import', new TypeError('undefined is not a function'))).toThrow(TypeError)
})
