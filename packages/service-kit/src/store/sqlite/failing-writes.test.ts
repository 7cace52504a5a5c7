import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findFileLimit } from '../../testing/file-limit.ts'
import { needs } from '../../testing/needs.ts'
import { openStore } from '../open.ts'

const limitFiles = needs('prlimit', await findFileLimit())

test('a store whose disk takes small writes still, but no large one, is not ready until there is room', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'failing-writes-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const store = await openStore(`sqlite:${folder}`, { name: 'it' })
  onTestFinished(() => store.close())
  const things = store.collection<{ _id: string; text: string }>('things')
  await things.insertOne({ _id: 'first', text: '' })
  const { size } = await stat(join(folder, 'it.db-wal'))
  onTestFinished(() => limitFiles()('unlimited'))
  await limitFiles()(size + 100_000)
  await expect(things.insertOne({ _id: 'large', text: 'x'.repeat(300_000) })).rejects.toThrow()
  await things.insertOne({ _id: 'small', text: '' })
  await expect(store.ping()).rejects.toThrow()
  await limitFiles()('unlimited')
  await store.ping()
  expect((await readdir(folder)).sort()).toEqual(['it.db', 'it.db-shm', 'it.db-wal'])
})
