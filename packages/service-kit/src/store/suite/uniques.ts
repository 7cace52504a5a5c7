import { describe, expect, test } from 'vitest'
import { type Collection, type Document, isDuplicateKey } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl } from './collection.ts'

interface Message extends Document {
  chatId: string
  rev: number
}

const CLASH = expect.objectContaining({ code: 11000 })

async function uniqueOn(newUrl: NewStoreUrl, ...paths: string[]): Promise<Collection<Loose>> {
  const things = await collectionOf(newUrl)
  const key = Object.fromEntries(paths.map((path) => [path, 1 as const]))
  await things.createIndexes([{ name: 'one', key, unique: true }])
  return things
}

export function uniqueSuite(newUrl: NewStoreUrl): void {
  describe('unique indexes', () => {
    test('a second document with the same value is rejected', async () => {
      const things = await uniqueOn(newUrl, 'email')
      await things.insertOne({ _id: 'a', email: 'x' })
      await expect(things.insertOne({ _id: 'b', email: 'x' })).rejects.toEqual(CLASH)
      await expect(things.insertOne({ _id: 'b', email: 'x' })).rejects.toThrow(/E11000.*index: one/)
      await things.insertOne({ _id: 'b', email: 'X' })
      expect(await things.countDocuments({})).toBe(2)
    })

    test('the same _id is rejected', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'a' }])
      await expect(things.insertOne({ _id: 'a' })).rejects.toThrow(/E11000.*index: _id_/)
    })

    test('a missing field counts as one value', async () => {
      const things = await uniqueOn(newUrl, 'email')
      await things.insertOne({ _id: 'a' })
      await expect(things.insertOne({ _id: 'b' })).rejects.toThrow(/E11000.*index: one/)
      await expect(things.insertOne({ _id: 'b', email: null })).rejects.toEqual(CLASH)
      await things.insertOne({ _id: 'b', email: '' })
    })

    test('a compound index compares all its fields', async () => {
      const things = await uniqueOn(newUrl, 'chatId', 'at.rev')
      await things.insertOne({ _id: 'a', chatId: 'c', at: { rev: 1 } })
      await things.insertOne({ _id: 'b', chatId: 'c', at: { rev: 2 } })
      await things.insertOne({ _id: 'c', chatId: 'd', at: { rev: 1 } })
      await things.insertOne({ _id: 'd', chatId: 'c' })
      await expect(things.insertOne({ _id: 'e', chatId: 'c', at: { rev: 2 } })).rejects.toEqual(CLASH)
      await expect(things.insertOne({ _id: 'e', chatId: 'c' })).rejects.toEqual(CLASH)
    })

    test('an update that clashes changes nothing', async () => {
      const things = await uniqueOn(newUrl, 'email')
      await things.insertOne({ _id: 'a', email: 'x' })
      await things.insertOne({ _id: 'b', email: 'y' })
      await expect(things.updateOne({ _id: 'b' }, { $set: { email: 'x', n: 1 } })).rejects.toEqual(CLASH)
      expect(await things.findOne({ _id: 'b' })).toEqual({ _id: 'b', email: 'y' })
      await things.updateOne({ _id: 'b' }, { $set: { email: 'y', n: 1 } })
    })

    test('existing clashes prevent the index', async () => {
      const things = await collectionOf<Loose>(newUrl, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      const index = { name: 'late', key: { n: 1 as const }, unique: true }
      await expect(things.createIndexes([index])).rejects.toEqual(CLASH)
    })

    test('creating the same indexes again changes nothing', async () => {
      const things = await uniqueOn(newUrl, 'email')
      await things.insertOne({ _id: 'a', email: 'x' })
      await things.createIndexes([
        { name: 'one', key: { email: 1 }, unique: true },
        { name: 'other', key: { n: -1 } },
      ])
      await expect(things.insertOne({ _id: 'b', email: 'x' })).rejects.toEqual(CLASH)
    })

    test('one of 64 concurrent inserts of the same value wins', async () => {
      const things = await uniqueOn(newUrl, 'email')
      const inserts = Array.from({ length: 64 }, (_, n) => things.insertOne({ _id: `i${n}`, email: 'x' }))
      const results = await Promise.allSettled(inserts)
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const losers = results.filter((result) => result.status === 'rejected')
      expect(losers.every(({ reason }) => isDuplicateKey(reason))).toBe(true)
      expect(await things.countDocuments({ email: 'x' })).toBe(1)
    })

    test('retrying on a clash numbers the messages of a chat without a gap', async () => {
      const messages = await collectionOf<Message>(newUrl)
      await messages.createIndexes([{ name: 'rev', key: { chatId: 1, rev: 1 }, unique: true }])
      await Promise.all(Array.from({ length: 40 }, (_, n) => append(messages, `m${n}`)))
      const revs = await messages.find({ chatId: 'c' }, { sort: { rev: 1 } }).toArray()
      expect(revs.map(({ rev }) => rev)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
    })
  })
}

async function append(messages: Collection<Message>, id: string): Promise<void> {
  for (;;) {
    const [last] = await messages.find({ chatId: 'c' }, { sort: { rev: -1 }, limit: 1 }).toArray()
    try {
      await messages.insertOne({ _id: id, chatId: 'c', rev: (last?.rev ?? 0) + 1 })
      return
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
    }
  }
}
