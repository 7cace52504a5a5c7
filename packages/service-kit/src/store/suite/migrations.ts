import { describe, expect, test } from 'vitest'
import { dropIndex, makeIndexes, rewriteDocuments } from '../migration-steps.ts'
import { type Migration, migrate, verifyMigrations } from '../migrations.ts'
import type { Collection, IndexSpec } from '../store.ts'
import { collectionOf, type Loose, type NewStoreUrl, openForTest } from './collection.ts'

const FIRST: IndexSpec[] = [
  { name: 'n', key: { n: 1 } },
  { name: 'email', key: { email: 1 }, unique: true },
]

const ONE: Migration = { number: 1, name: 'first indexes', run: (store) => makeIndexes(store, 'things', FIRST) }
const TWO: Migration = {
  number: 2,
  name: 'the number renamed',
  async run(store) {
    await rewriteDocuments<Loose>(store, 'things', ({ n }) =>
      n === undefined ? null : { $set: { m: n }, $unset: { n: '' } },
    )
    await makeIndexes(store, 'things', [{ name: 'm', key: { m: 1 } }])
    await dropIndex(store, 'things', 'n')
  },
}

export function migrationSuite(newUrl: NewStoreUrl): void {
  async function opened() {
    const url = await newUrl()
    const store = await openForTest(url)
    return { url, store, things: store.collection<Loose>('things') }
  }

  describe('migrations', () => {
    test('run once each, in order, and are recorded', async () => {
      const { url, store, things } = await opened()
      expect(await migrate('suite', store, [ONE])).toEqual([ONE])
      await things.insertOne({ _id: 'a', email: 'x', n: 1 })
      await expect(things.insertOne({ _id: 'b', email: 'x' })).rejects.toMatchObject({ code: 11000 })
      const later = await openForTest(url)
      expect(await migrate('suite', later, [ONE, TWO])).toEqual([TWO])
      expect(await migrate('suite', later, [ONE, TWO])).toEqual([])
      expect(await namesOf(things)).toEqual(['email', 'm'])
      expect(await things.findOne({ m: 1 })).toEqual({ _id: 'a', email: 'x', m: 1 })
    })

    test('rewrite more documents than fit in one batch', async () => {
      const { store, things } = await opened()
      const operations = Array.from({ length: 450 }, (_, n) => ({
        insertOne: { document: { _id: `d${n}`, n, email: n } },
      }))
      await things.bulkWrite(operations, { ordered: false })
      await migrate('suite', store, [ONE, TWO])
      expect(await things.countDocuments({ m: { $gte: 0 } })).toBe(450)
      expect(await things.countDocuments({ n: { $gte: 0 } })).toBe(0)
    })

    test('may run concurrently', async () => {
      const { url, store, things } = await opened()
      await things.insertOne({ _id: 'a', email: 'x', n: 1 })
      const others = [store, await openForTest(url), await openForTest(url)]
      await Promise.all(others.map((each) => migrate('suite', each, [ONE, TWO])))
      expect(await namesOf(things)).toEqual(['email', 'm'])
      expect(await things.findOne({ _id: 'a' })).toEqual({ _id: 'a', email: 'x', m: 1 })
      await verifyMigrations('suite', store, [ONE, TWO])
    })

    test('that failed halfway run again', async () => {
      const { store, things } = await opened()
      const run = async () => {
        await TWO.run(store, () => undefined)
        throw new Error('killed')
      }
      await expect(migrate('suite', store, [ONE, { ...TWO, run }])).rejects.toThrow('killed')
      expect(await migrate('suite', store, [ONE, TWO])).toEqual([TWO])
      expect(await namesOf(things)).toEqual(['email', 'm'])
    })

    test('never drop unknown indexes', async () => {
      const { store, things } = await opened()
      await migrate('suite', store, [ONE])
      await things.createIndexes([{ name: 'of-a-later-release', key: { later: 1 } }])
      await migrate('suite', store, [ONE])
      await verifyMigrations('suite', store, [ONE])
      expect(await namesOf(things)).toEqual(['email', 'n', 'of-a-later-release'])
    })

    test('that are missing are reported with the command to run, and nothing is changed', async () => {
      const { store, things } = await opened()
      await things.insertOne({ _id: 'a' })
      await expect(verifyMigrations('suite', store, [ONE, TWO])).rejects.toMatchObject({
        name: 'ConfigError',
        message:
          'The store of suite has pending migrations 1 (first indexes), 2 (the number renamed): run npm run migrate first',
      })
      expect(await namesOf(things)).toEqual([])
    })

    test('of a newer release are rejected by name, when verifying and when migrating', async () => {
      const { store, things } = await opened()
      await migrate('suite', store, [ONE, TWO])
      const message = expect.stringMatching(
        /suite was migrated by a newer release, with migration 2 \(the number renamed\)/,
      )
      await expect(verifyMigrations('suite', store, [ONE])).rejects.toMatchObject({ name: 'ConfigError', message })
      await expect(migrate('suite', store, [ONE])).rejects.toMatchObject({ name: 'ConfigError', message })
      expect(await namesOf(things)).toEqual(['email', 'm'])
    })

    test('ignore a missing index when dropping, unlike the store', async () => {
      const things = await collectionOf<Loose>(newUrl, [{ _id: 'a' }])
      await expect(things.dropIndex('none')).rejects.toMatchObject({
        code: 27,
        message: expect.stringContaining('none'),
      })
      const { store } = await opened()
      await dropIndex(store, 'things', 'none')
      await dropIndex(store, 'nothing-there', 'none')
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
