import { describe, expect, test } from 'vitest'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import type { IndexSpec } from '../store.ts'
import { collectionOf, type Loose } from '../suite/collection.ts'

describe('indexes in SQLite', () => {
  test('another definition under the same name replaces the first', async () => {
    const things = await collectionOf<Loose>(newSqliteUrl, [{ _id: 'a', n: 1, m: 1 }])
    await things.createIndexes([{ name: 'one', key: { n: 1 }, unique: true }])
    await things.createIndexes([{ name: 'one', key: { m: 1 }, unique: true }])
    await things.insertOne({ _id: 'b', n: 1, m: 2 })
    await expect(things.insertOne({ _id: 'c', n: 2, m: 2 })).rejects.toMatchObject({ code: 11000 })
    await things.createIndexes([{ name: 'one', key: { m: 1 } }])
    await things.insertOne({ _id: 'c', n: 2, m: 2 })
    await things.insertOne({ _id: 'd' })
    await things.insertOne({ _id: 'e' })
  })

  test('several indexes are created together or not at all', async () => {
    const things = await collectionOf<Loose>(newSqliteUrl, [
      { _id: 'a', n: 1 },
      { _id: 'b', n: 1 },
    ])
    const wrong: IndexSpec[] = [
      { name: 'first', key: { m: 1, n: 1 }, unique: true },
      { name: 'second', key: { m: 1 } },
    ]
    await expect(things.createIndexes(wrong)).rejects.toMatchObject({ code: 11000 })
    await things.createIndexes([{ name: 'second', key: { n: 1 } }])
  })

  test('a list in a uniquely indexed field is rejected, whichever is created first', async () => {
    const things = await collectionOf<Loose>(newSqliteUrl, [{ _id: 'a', tags: ['x'] }])
    const onTags = [{ name: 'tags', key: { tags: 1 as const }, unique: true }]
    await expect(things.createIndexes(onTags)).rejects.toThrow(/tags holds lists/)
    await things.createIndexes([{ name: 'n', key: { n: 1 }, unique: true }])
    await expect(things.insertOne({ _id: 'b', n: [1] })).rejects.toThrow(/n cannot hold a list/)
    await things.insertOne({ _id: 'b', n: 1 })
    await expect(things.updateOne({ _id: 'b' }, { $set: { n: [1] } })).rejects.toThrow(/n cannot hold a list/)
    await expect(things.updateOne({ _id: 'b' }, { $set: { n: [1] } })).rejects.toThrow(/n cannot hold a list/)
  })

  test('a bulk write commits in batches', async () => {
    const things = await collectionOf<Loose>(newSqliteUrl)
    const operations = Array.from({ length: 30_000 }, (_, n) => ({ insertOne: { document: { _id: `d${n}` } } }))
    let done = false
    const writing = things.bulkWrite(operations, { ordered: false }).finally(() => {
      done = true
    })
    const counts = new Set<number>()
    while (!done) {
      counts.add(await things.countDocuments({}))
      await new Promise((resume) => setImmediate(resume))
    }
    await writing
    expect(counts.size).toBeGreaterThan(3)
    expect(await things.countDocuments({})).toBe(30_000)
  })

  test('documents with ever-changing fields are still found', async () => {
    const things = await collectionOf<Loose>(newSqliteUrl)
    const many = Array.from({ length: 1500 }, (_, n) => ({
      _id: `d${n}`,
      votes: { [`v${n}`]: n % 2 === 0 ? [1] : true },
    }))
    await things.bulkWrite(
      many.map((document) => ({ insertOne: { document } })),
      { ordered: false },
    )
    expect(await things.countDocuments({ 'votes.v1498': 1 })).toBe(1)
    expect(await things.countDocuments({ 'votes.v1499': true })).toBe(1)
    expect(await things.countDocuments({ 'votes.v1499': 1 })).toBe(0)
  })
})
