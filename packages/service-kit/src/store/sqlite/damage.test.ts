import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { overwrite } from '../../testing/overwrite.ts'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import { openConnection } from './connection.ts'
import { checkLarge, damageOf } from './damage.ts'
import { openSqliteStore } from './open.ts'

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

it('a read or write that meets damage names the file', async () => {
  const folder = (await newSqliteUrl()).slice('sqlite:'.length)
  const file = join(folder, 'it.db')
  const filled = await openSqliteStore(folder, 'it')
  const documents = Array.from({ length: 200 }, (_, n) => ({ _id: `d${n}`, text: 'x'.repeat(1_000) }))
  const inserts = documents.map((document) => ({ insertOne: { document } }))
  await filled.collection<{ _id: string; text: string }>('things').bulkWrite(inserts, { ordered: false })
  await filled.close()
  const connection = openConnection(file)
  connection.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  connection.close()
  const { size } = await stat(file)
  for (let position = size / 4; position < size; position += PAGE) await overwrite(file, position - (position % PAGE))
  const store = await openSqliteStore(folder, 'it')
  onTestFinished(() => store.close())
  const things = store.collection<{ _id: string; text: string }>('things')
  async function streamed(): Promise<void> {
    for await (const { _id } of things.find({})) expect(_id).toMatch(/^d/)
  }
  const words = `${file}: database disk image is malformed`
  await expect(things.find({}).toArray()).rejects.toThrow(words)
  await expect(streamed()).rejects.toThrow(words)
  await expect(things.countDocuments({ text: 'y' })).rejects.toThrow(words)
  await expect(things.updateOne({ text: 'y' }, { $set: { text: 'z' } })).rejects.toThrow(words)
})
