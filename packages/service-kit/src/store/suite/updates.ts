import { describe, expect, test } from 'vitest'
import type { Update } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl } from './collection.ts'

const BEFORE: Loose = { _id: 'it', count: 2, name: 'b', tags: ['x', 'y'], box: { open: true, size: 1 }, nothing: null }

const CASES: [name: string, update: Update<Loose>, change: Record<string, unknown>][] = [
  ['$set', { $set: { count: 'many', fresh: [1] } }, { count: 'many', fresh: [1] }],
  [
    '$set in a nested document',
    { $set: { 'box.size': 9, 'crate.lid.open': 1 } },
    { box: { open: true, size: 9 }, crate: { lid: { open: 1 } } },
  ],
  ['$set of a place in a list', { $set: { 'tags.1': 'z' } }, { tags: ['x', 'z'] }],
  ['$unset', { $unset: { name: '', 'box.open': '', absent: '' } }, { name: undefined, box: { size: 1 } }],
  ['$inc', { $inc: { count: 3, fresh: -1, 'box.size': 0.5 } }, { count: 5, fresh: -1, box: { open: true, size: 1.5 } }],
  ['$max of a greater number', { $max: { count: 3, fresh: 1 } }, { count: 3, fresh: 1 }],
  ['$max of a smaller number', { $max: { count: 1 } }, {}],
  ['$max of text', { $max: { name: 'a', nothing: 'a' } }, { nothing: 'a' }],
  ['$max: text is greater than a number', { $max: { count: '' } }, { count: '' }],
  ['$push', { $push: { tags: 'x', fresh: { a: 1 } } }, { tags: ['x', 'y', 'x'], fresh: [{ a: 1 }] }],
  ['$push of several', { $push: { tags: { $each: ['z', 'z'] } } }, { tags: ['x', 'y', 'z', 'z'] }],
  ['$push keeping the last', { $push: { tags: { $each: ['z'], $slice: -2 } } }, { tags: ['y', 'z'] }],
  ['$addToSet of what is there', { $addToSet: { tags: 'x' } }, {}],
  [
    '$addToSet of what is not',
    { $addToSet: { tags: 'z', fresh: { a: 1 } } },
    { tags: ['x', 'y', 'z'], fresh: [{ a: 1 }] },
  ],
  ['$addToSet of several', { $addToSet: { tags: { $each: ['z', 'x', 'z'] } } }, { tags: ['x', 'y', 'z'] }],
  ['$pull', { $pull: { tags: 'x', absent: 1 } }, { tags: ['y'] }],
  ['$pull of several', { $pull: { tags: { $in: ['x', 'y'] } } }, { tags: [] }],
  ['$setOnInsert without an insert', { $setOnInsert: { fresh: 1 } }, {}],
  [
    'several operators',
    { $set: { name: 'c' }, $inc: { count: 1 }, $push: { tags: 'z' } },
    { name: 'c', count: 3, tags: ['x', 'y', 'z'] },
  ],
  ['undefined is dropped', { $set: { name: undefined, count: 7 } }, { count: 7 }],
]

const REFUSED: [name: string, update: object][] = [
  ['no operator', { name: 'c' }],
  ['nothing at all', {}],
  ['an unknown operator', { $rename: { name: '$x' } }],
  ['$inc of text', { $inc: { name: 1 } }],
  ['$inc by text', { $inc: { count: 'x' } }],
  ['$push to a number', { $push: { count: 1 } }],
  ['a path through a number', { $set: { 'count.deep': 1 } }],
  ['another _id', { $set: { _id: 'other' } }],
]

export function updateSuite(newUrl: NewStoreUrl): void {
  describe('updates', () => {
    test.for(CASES)('%s', async ([, update, change]) => {
      const things = await collectionOf(newUrl, [BEFORE])
      const expected = { ...BEFORE, ...change }
      const modified = Object.keys(change).length === 0 ? 0 : 1
      const outcome = await things.updateOne({ _id: 'it' }, update)
      expect(outcome).toMatchObject({ matchedCount: 1, modifiedCount: modified, upsertedCount: 0 })
      expect(await things.findOne({ _id: 'it' })).toEqual(expected)
    })

    test.for(REFUSED)('rejects %s', async ([, update]) => {
      const things = await collectionOf(newUrl, [BEFORE])
      await expect(async () => things.updateOne({ _id: 'it' }, update)).rejects.toThrow(/./)
      expect(await things.find({}).toArray()).toEqual([BEFORE])
    })

    test('$pull matches objects in a list by some of their fields', async () => {
      const outbox = [
        { id: 'e1', n: 1 },
        { id: 'e2', n: 2 },
        { id: 'e3', n: 3 },
      ]
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'it', outbox }])
      await things.updateOne({ _id: 'it' }, { $pull: { outbox: { id: 'e2' } } })
      await things.updateOne({ _id: 'it' }, { $pull: { outbox: { id: { $in: ['e1', 'e9'] } } } })
      expect(await things.findOne({ _id: 'it' })).toEqual({ _id: 'it', outbox: [{ id: 'e3', n: 3 }] })
    })

    test('no match changes nothing', async () => {
      const things = await collectionOf(newUrl, [BEFORE])
      const outcome = await things.updateOne({ _id: 'it', count: 3 }, { $set: { name: 'c' } })
      expect(outcome).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 0 })
      expect(
        await things.findOneAndUpdate({ _id: 'x' }, { $set: { name: 'c' } }, { returnDocument: 'after' }),
      ).toBeNull()
      expect(await things.find({}).toArray()).toEqual([BEFORE])
    })

    test('an upsert starts from the equalities of its filter', async () => {
      const things = await collectionOf(newUrl)
      const filter = { _id: 'new', kind: { $eq: 'k' }, 'at.x': 1, count: { $lt: 5 } }
      const update = { $inc: { count: 1 }, $push: { list: 'a' }, $setOnInsert: { created: 'now' } }
      const made = await things.updateOne(filter, update, { upsert: true })
      expect(made).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 })
      expect(await things.updateOne(filter, update, { upsert: true })).toMatchObject({
        matchedCount: 1,
        upsertedCount: 0,
      })
      const expected = { _id: 'new', kind: 'k', at: { x: 1 }, count: 2, list: ['a', 'a'], created: 'now' }
      expect(await things.findOne({ _id: 'new' })).toEqual(expected)
    })

    test('findOneAndUpdate returns the document after the change', async () => {
      const things = await collectionOf(newUrl, [BEFORE])
      const after = { returnDocument: 'after' } as const
      expect(await things.findOneAndUpdate({ name: 'b' }, { $inc: { count: 1 } }, after)).toEqual({
        ...BEFORE,
        count: 3,
      })
      const upserted = await things.findOneAndUpdate({ _id: 'n' }, { $set: { count: 1 } }, { ...after, upsert: true })
      expect(upserted).toEqual({ _id: 'n', count: 1 })
    })

    test('deleteOne deletes one', async () => {
      const things = await collectionOf<Loose>(newUrl, [
        { _id: 'a', n: 1 },
        { _id: 'b', n: 1 },
      ])
      expect(await things.deleteOne({ n: 1 })).toMatchObject({ deletedCount: 1 })
      expect(await things.countDocuments({})).toBe(1)
      expect(await things.deleteOne({ n: 2 })).toMatchObject({ deletedCount: 0 })
    })
  })
}
