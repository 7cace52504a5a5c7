import { describe, expect, onTestFinished, test } from 'vitest'
import { openStore } from '../open.ts'
import { moveToRandomId } from '../random-id.ts'
import type { BulkOperation } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl, openForTest } from './collection.ts'

export function writeSuite(newUrl: NewStoreUrl): void {
  describe('racing updates', () => {
    test('keep 64 concurrent increments and 64 concurrent pushes', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'it', count: 0 }])
      const updates = Array.from({ length: 64 }, (_, n) =>
        things.updateOne({ _id: 'it' }, { $inc: { count: 1 }, $push: { log: n } }),
      )
      await Promise.all(updates)
      const after = await things.findOne({ _id: 'it' })
      expect(after?.count).toBe(64)
      expect(new Set(Array.isArray(after?.log) ? after.log : []).size).toBe(64)
    })

    test('only one of 20 concurrent conditional updates succeeds', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'it', owner: null }])
      const takers = Array.from({ length: 20 }, (_, n) =>
        things.updateOne({ _id: 'it', owner: null }, { $set: { owner: `t${n}` } }),
      )
      const won = (await Promise.all(takers)).filter(({ matchedCount }) => matchedCount === 1)
      expect(won).toHaveLength(1)
    })

    test('20 concurrent upserts of one document create one', async () => {
      const things = await collectionOf(newUrl)
      const upserts = Array.from({ length: 20 }, () =>
        things.updateOne({ _id: 'it' }, { $inc: { count: 1 } }, { upsert: true }),
      )
      await Promise.all(upserts)
      expect(await things.find({}).toArray()).toEqual([{ _id: 'it', count: 20 }])
    })
  })

  describe('moveToRandomId', () => {
    test('moves and changes a document once, though five do so at once', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'of asha', owner: 'asha', kind: 'report' }])
      await Promise.all(Array.from({ length: 5 }, () => moveToRandomId(things, 'of asha', { owner: null })))
      const moved = { _id: expect.stringMatching(/^[0-9a-f]{24}$/), owner: null, kind: 'report' }
      expect(await things.find({}).toArray()).toEqual([moved])
    })

    test('completes what was interrupted', async () => {
      const [before, after] = [
        { _id: 'of asha', owner: 'asha', movedTo: 'abc' },
        { _id: 'abc', owner: null },
      ]
      const things = await collectionOf<Loose>(newUrl, [before, after])
      await moveToRandomId(things, 'of asha', { owner: null })
      expect(await things.find({}).toArray()).toEqual([after])
    })
  })

  describe('bulkWrite', () => {
    test('inserts, updates, upserts and deletes', async () => {
      const things = await collectionOf<Loose>(newUrl, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      const outcome = await things.bulkWrite(
        [
          { insertOne: { document: { _id: 'c', n: 1 } } },
          { updateOne: { filter: { _id: 'a' }, update: { $inc: { n: 1 } } } },
          { updateOne: { filter: { _id: 'd' }, update: { $set: { n: 5 } }, upsert: true } },
          { deleteOne: { filter: { _id: 'b' } } },
        ],
        { ordered: false },
      )
      const counts = { insertedCount: 1, matchedCount: 1, modifiedCount: 1, upsertedCount: 1, deletedCount: 1 }
      expect(outcome).toMatchObject(counts)
      expect(await things.find({}, { sort: { _id: 1 } }).toArray()).toEqual([
        { _id: 'a', n: 2 },
        { _id: 'c', n: 1 },
        { _id: 'd', n: 5 },
      ])
    })

    test('writes all others when one clashes in the middle', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'd500' }])
      const documents = Array.from({ length: 3000 }, (_, n) => ({ _id: `d${n === 2000 ? 1 : n}` }))
      const operations = documents.map((document) => ({ insertOne: { document } }))
      const error = await things.bulkWrite(operations, { ordered: false }).catch((caught) => caught)
      expect(error).toMatchObject({
        code: 11000,
        writeErrors: [
          { index: 500, code: 11000 },
          { index: 2000, code: 11000 },
        ],
      })
      expect(await things.countDocuments({})).toBe(2999)
    })

    test('rejects an empty list', async () => {
      const things = await collectionOf(newUrl)
      const none: BulkOperation<Loose>[] = []
      await expect(async () => things.bulkWrite(none, { ordered: false })).rejects.toThrow(/empty|at least one/)
    })
  })

  describe('documents', () => {
    const odd: Loose = {
      _id: 'odd',
      nul: 'a\0b',
      quotes: `'"\\`,
      text: 'मुंबई 🏠',
      big: 9007199254740991,
      small: -1.5e-7,
      none: null,
      deep: { list: [[], {}, [null, { x: [true] }]] },
      'with-dash': 1,
    }

    test('are returned unchanged', async () => {
      const things = await collectionOf(newUrl, [odd])
      expect(await things.findOne({ _id: 'odd' })).toEqual(odd)
      expect(await things.countDocuments({ nul: 'a\0b', quotes: `'"\\`, text: 'मुंबई 🏠', 'with-dash': 1 })).toBe(1)
      expect(await things.countDocuments({ nul: 'a' })).toBe(0)
    })

    test('lose undefined values and lone surrogates', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'a', x: undefined, y: { z: undefined }, t: 'x\ud83c' }])
      expect(await things.findOne({ x: { $exists: false } })).toStrictEqual({ _id: 'a', y: {}, t: 'x\ufffd' })
    })

    test('survive closing and reopening, and so do indexes', async () => {
      const url = await newUrl()
      const store = await openStore(url, { name: 'suite' })
      await store.collection<Loose>('things').createIndexes([{ name: 'n', key: { n: 1 }, unique: true }])
      await store.collection<Loose>('things').insertOne({ ...odd, n: 1 })
      await store.close()
      const again = (await openForTest(url)).collection<Loose>('things')
      expect(await again.findOne({ n: 1 })).toEqual({ ...odd, n: 1 })
      await expect(again.insertOne({ _id: 'other', n: 1 })).rejects.toMatchObject({ code: 11000 })
    })

    test('belong to one collection only', async () => {
      const store = await openForTest(await newUrl())
      await store.collection('one').insertOne({ _id: 'a' })
      expect(await store.collection('two').countDocuments({})).toBe(0)
      expect(await store.collection('one').countDocuments({})).toBe(1)
    })
  })

  describe('a store', () => {
    test('is separate for each service, even with equal collection names', async () => {
      const url = await newUrl()
      const [mine, theirs] = await Promise.all(['posts', 'users'].map((name) => openStore(url, { name })))
      if (!mine || !theirs) throw new Error('There are two stores')
      onTestFinished(async () => void (await Promise.all([mine.close(), theirs.close()])))
      await mine.collection<Loose>('things').createIndexes([{ name: 'n', key: { n: 1 }, unique: true }])
      await mine.collection<Loose>('things').insertOne({ _id: 'a', n: 1 })
      await theirs.collection<Loose>('things').insertOne({ _id: 'a', n: 1, of: 'users' })
      await theirs.collection<Loose>('things').insertOne({ _id: 'b', n: 1 })
      expect(await mine.collection<Loose>('things').find({}).toArray()).toEqual([{ _id: 'a', n: 1 }])
    })

    test('answers a ping until it is closed', async () => {
      const store = await openStore(await newUrl(), { name: 'suite' })
      const things = store.collection<Loose>('things')
      await store.ping()
      await store.close()
      await expect(things.insertOne({ _id: 'a' })).rejects.toThrow(/./)
    })

    test('sees the writes of another at once', async () => {
      const url = await newUrl()
      const [here, there] = [await openForTest(url), await openForTest(url)]
      const [mine, theirs] = [here.collection<Loose>('things'), there.collection<Loose>('things')]
      expect(await mine.countDocuments({ tags: 'x' })).toBe(0)
      await theirs.insertOne({ _id: 'a', tags: ['x'] })
      expect(await mine.countDocuments({ tags: 'x' })).toBe(1)
      expect(await mine.updateOne({ tags: 'x' }, { $push: { tags: 'y' } })).toMatchObject({ matchedCount: 1 })
      expect(await theirs.findOne({ tags: 'y' })).toEqual({ _id: 'a', tags: ['x', 'y'] })
    })
  })
}
