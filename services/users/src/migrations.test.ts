import { migrate } from '@aangan/service-kit/store/migrations'
import { openMigratedStore } from '@aangan/service-kit/testing/migrated-store'
import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { expect, it } from 'vitest'
import { USERS_MIGRATIONS } from './migrations.ts'

it('changed listings mark searches saved before their city or locality had so many names and spellings', async () => {
  const store = await openMigratedStore(await newSqliteUrl(), {
    name: 'users',
    migrations: USERS_MIGRATIONS.filter(({ number }) => number <= 8),
  })
  const searches = store.collection<{ _id: string; userId: string; slot: number; search: string; place: string }>(
    'searches',
  )
  const saved = [
    ['city=ಬೆಂಗಳೂರು', 'ಬೆಂಗಳೂರು', 'benglur'],
    ['city=Kothrud%2C+Pune&type=rent', 'pune', 'pune'],
    ['city=411038', '411038', ''],
    ['city=2bhk+in+Pune', '2bhkinpune', ''],
    ['city=Sec+62', 'sec62', 'sektor62'],
    ['city=कोथरूड', 'कोथरुड', 'kotrud'],
    ['city=kothrud+pune', 'kothrudpune', 'pune'],
    ['type=rent', '', ''],
  ] as const
  for (const [slot, [search, place]] of saved.entries())
    await searches.insertOne({ _id: search, userId: 'asha', slot, search, place })
  for (let runs = 0; runs < 2; runs += 1) await migrate('users', store, USERS_MIGRATIONS)
  const found = await searches.find({}, { sort: { slot: 1 } }).toArray()
  expect(found.map(({ place }) => place)).toEqual(saved.map(([, , place]) => place))
  await store.close()
})
