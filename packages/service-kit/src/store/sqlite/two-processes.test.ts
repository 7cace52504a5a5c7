import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { PART_UNAVAILABLE } from '../../errors.ts'
import { type Child, spawnChild } from '../../testing/child-process.ts'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import { openForTest } from '../suite/collection.ts'

interface Thing {
  _id: string
  count?: number
  log?: string[]
}

const CHILD = new URL('../../testing/store-child.ts', import.meta.url)

async function startChild(...parameters: string[]): Promise<Child> {
  const child = await spawnChild(CHILD, parameters)
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

describe('a second process on the same file', { timeout: 180_000 }, () => {
  test('writes concurrently: all increments and pushes of both are kept', async () => {
    const url = await newSqliteUrl()
    const things = (await openForTest(url)).collection<Thing>('things')
    await things.insertOne({ _id: 'it', count: 0, log: [] })
    const child = await startChild(url, 'add', '300')
    let mine = 0
    while (child.exitCode === null || mine < 300) {
      await things.updateOne({ _id: 'it' }, { $inc: { count: 1 }, $push: { log: `parent ${mine}` } })
      mine += 1
      if (mine % 10 === 0) await new Promise((resume) => setImmediate(resume))
    }
    expect(child.exitCode).toBe(0)
    const after = await things.findOne({ _id: 'it' })
    expect(after?.count).toBe(300 + mine)
    expect(new Set(after?.log).size).toBe(300 + mine)
  })

  test('imports next to a running site: both write, nothing is lost', async () => {
    const url = await newSqliteUrl()
    const things = (await openForTest(url)).collection<Thing>('things')
    const child = await startChild(url, 'import', '20000')
    let written = 0
    while (child.exitCode === null) {
      await things.insertOne({ _id: `site${written}` })
      written += 1
      await new Promise((resume) => setImmediate(resume))
    }
    expect(child.exitCode).toBe(0)
    expect(await things.countDocuments({})).toBe(20_000 + written)
  })

  test('a store opens although another process holds its new file just then', async () => {
    const url = await newSqliteUrl()
    const other = new DatabaseSync(join(url.slice('sqlite:'.length), 'suite.db'))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const opening = openForTest(url)
    await new Promise((resume) => setImmediate(resume))
    other.exec('ROLLBACK')
    const things = (await opening).collection<Thing>('things')
    await things.insertOne({ _id: 'it' })
    expect(await things.countDocuments({})).toBe(1)
  })

  test('a write that waited ten seconds for the other is UNAVAILABLE, with the reason as its cause', async () => {
    const url = await newSqliteUrl()
    const things = (await openForTest(url)).collection<Thing>('things')
    const other = new DatabaseSync(join(url.slice('sqlite:'.length), 'suite.db'))
    onTestFinished(() => other.close())
    other.exec('BEGIN IMMEDIATE')
    const start = performance.now()
    const now = vi
      .spyOn(performance, 'now')
      .mockReturnValueOnce(start)
      .mockReturnValue(start + 10_001)
    onTestFinished(() => now.mockRestore())
    // A route may pass the message on to a visitor.
    await expect(things.insertOne({ _id: 'it' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: PART_UNAVAILABLE,
      cause: { message: 'The store was locked by another process for 10000 ms' },
    })
  })

  test('loses no acknowledged write when killed with SIGKILL', async () => {
    const url = await newSqliteUrl()
    const child = await startChild(url, 'insert')
    const acknowledged: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged.push(line)
      if (acknowledged.length === 500) child.kill('SIGKILL')
    }
    if (child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    const things = (await openForTest(url)).collection<Thing>('things')
    expect(await things.countDocuments({ _id: { $in: acknowledged } })).toBe(acknowledged.length)
    await things.insertOne({ _id: 'after' })
  })
})
