import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { expect, it } from 'vitest'
import { USERS_MIGRATIONS } from './migrations.ts'

it('changed listings mark searches saved before their city had so many names', async () => {
  const store = await openMigratedStore(await newSqlitePlace(), { name: 'users', migrations: USERS_MIGRATIONS })
  const searches = store.collection<{ _id: string; userId: string; slot: number; search: string; place: string }>(
    'searches',
  )
  const saved = [
    ['city=ಬೆಂಗಳೂರು', 'ಬೆಂಗಳೂರು', 'bengaluru'],
    ['city=Kothrud%2C+Pune&type=rent', 'pune', 'pune'],
    ['city=411038', '411038', ''],
    ['city=2bhk+in+Pune', '2bhkinpune', ''],
    ['type=rent', '', ''],
  ] as const
  for (const [slot, [search, place]] of saved.entries())
    await searches.insertOne({ _id: search, userId: 'asha', slot, search, place })
  const step = USERS_MIGRATIONS.find(({ number }) => number === 8)
  for (let runs = 0; runs < 2; runs += 1) await step?.run(store, () => undefined)
  const found = await searches.find({}, { sort: { slot: 1 } }).toArray()
  expect(found.map(({ place }) => place)).toEqual(saved.map(([, , place]) => place))
  await store.close()
})
