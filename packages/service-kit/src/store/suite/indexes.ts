import { describe, expect, test } from 'vitest'
import { keepIndexes } from '../keep-indexes.ts'
import type { Collection, IndexSpec } from '../store.ts'
import { collectionOf, type Loose, type NewPlace } from './place.ts'

const FIRST: IndexSpec[] = [
  { name: 'n', key: { n: 1 } },
  { name: 'email', key: { email: 1 }, unique: true },
]

export function indexSuite(newPlace: NewPlace): void {
  describe('keeping indexes', () => {
    test('makes them where there is nothing yet', async () => {
      const things = await collectionOf<Loose>(newPlace)
      await keepIndexes(things, FIRST)
      expect(await namesOf(things)).toEqual(['email', 'n'])
    })

    test('drops those of an earlier release, what they forbade included', async () => {
      const things = await collectionOf<Loose>(newPlace, [{ _id: 'a', email: 'x', n: 1 }])
      await keepIndexes(things, FIRST)
      await expect(things.insertOne({ _id: 'b', email: 'x' })).rejects.toMatchObject({ code: 11000 })
      await keepIndexes(things, [{ name: 'm', key: { m: 1, n: -1 } }])
      expect(await namesOf(things)).toEqual(['m'])
      await things.insertOne({ _id: 'b', email: 'x' })
      await things.insertOne({ _id: 'c' })
      await things.insertOne({ _id: 'd' })
      expect(await things.find({ n: 1 }, { sort: { m: 1 }, limit: 5 }).toArray()).toHaveLength(1)
    })

    test('gives one a new name', async () => {
      const things = await collectionOf<Loose>(newPlace, [{ _id: 'a' }])
      await keepIndexes(things, FIRST)
      await keepIndexes(things, [{ name: 'number', key: { n: 1 } }])
      expect(await namesOf(things)).toEqual(['number'])
    })

    test('by several at once ends as by one', async () => {
      const things = await collectionOf<Loose>(newPlace, [{ _id: 'a' }])
      await keepIndexes(things, FIRST)
      await Promise.all([1, 2, 3].map(() => keepIndexes(things, [{ name: 'number', key: { n: 1 } }])))
      expect(await namesOf(things)).toEqual(['number'])
    })

    test('an index that is not there cannot be dropped', async () => {
      const things = await collectionOf<Loose>(newPlace, [{ _id: 'a' }])
      await expect(things.dropIndex('none')).rejects.toThrow(/none/)
    })
  })
}

async function namesOf(things: Collection<Loose>): Promise<(string | undefined)[]> {
  const indexes = await things.indexes()
  return indexes
    .map(({ name }) => name)
    .filter((name) => name !== '_id_')
    .sort()
}
