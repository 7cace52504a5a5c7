import type { Collection } from 'mongodb'
import { describe, expect, test } from 'vitest'
import { useMongo } from '../testing/use-mongo.ts'
import { storeSuite } from './store.suite.ts'
import { openForTest } from './suite/collection.ts'

const newDatabase = await useMongo()

describe('the store in MongoDB', () => storeSuite(async () => newDatabase()))

test('writes wait for the journals of a majority, whatever the URL says', async () => {
  const store = await openForTest(`${newDatabase()}&journal=false&w=1`)
  const things = store.collection('things') as unknown as Collection
  expect(things.writeConcern).toMatchObject({ w: 'majority', journal: true })
})
