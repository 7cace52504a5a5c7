import { newSqliteUrl } from '../testing/sqlite-url.ts'
import { writesSuite } from './writes.suite.ts'

writesSuite('SQLite with a bus on SQLite', async () => {
  const url = await newSqliteUrl()
  return { storeUrl: url, busUrl: url, prefix: 'unused' }
})
