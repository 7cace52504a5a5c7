import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { overwrite } from '../../testing/overwrite.ts'
import { openConnection } from './connection.ts'
import { checkLarge, damageOf } from './damage.ts'

const PAGE = 8_192

it('damage in a large database is found in a process of its own', async () => {
  const root = await mkdtemp(join(tmpdir(), 'damage-'))
  onTestFinished(() => rm(root, { recursive: true }))
  const file = join(root, 'large.db')
  const database = openConnection(file)
  database.exec(`CREATE TABLE kept (doc TEXT)`)
  database.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70000)
    INSERT INTO kept SELECT hex(zeroblob(500)) FROM n`)
  database.close()
  const { signal } = new AbortController()
  expect([await damageOf(file), await checkLarge(file, signal)]).toEqual([null, null])
  await overwrite(file, 100 * PAGE)
  expect([await damageOf(file), await checkLarge(file, signal)]).toEqual([null, expect.stringContaining('page 101')])
  expect(await checkLarge(file, AbortSignal.abort())).toBe(null)
  // Ended by the system, which found no damage.
  const node = process.execPath
  onTestFinished(() => {
    process.execPath = node
  })
  for (const path of ['/bin/false', '/nowhere']) {
    process.execPath = path
    expect(await checkLarge(file, signal), path).toBe(null)
  }
})
