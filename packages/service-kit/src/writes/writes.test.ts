import { newSqlitePlace } from '../testing/sqlite-place.ts'
import { writesSuite } from './writes.suite.ts'

writesSuite('SQLite with a bus on SQLite', async () => {
  const url = await newSqlitePlace()
  return { storeUrl: url, busUrl: url, prefix: 'unused' }
})
