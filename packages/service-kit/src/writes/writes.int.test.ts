import { afterAll, onTestFinished } from 'vitest'
import { placeOn, removePlace } from '../bus/suite/nats-place.ts'
import { findMongo, freshDatabase } from '../testing/mongo-server.ts'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { newSqlitePlace } from '../testing/sqlite-place.ts'
import { writesSuite } from './writes.suite.ts'

const [mongo, nats] = await Promise.all([findMongo(), findNats()])
const mongoServer = needs('MongoDB', mongo)
const natsServer = needs('NATS', nats)

afterAll(async () => {
  for (const found of [mongo, nats]) if ('value' in found) await found.value.stop()
})

async function onNats() {
  const { url, ...place } = placeOn(natsServer().url)
  onTestFinished(() => removePlace({ url, ...place }))
  return { busUrl: url, prefix: place.prefix }
}

writesSuite('MongoDB with a bus on SQLite', async () => {
  const busUrl = await newSqlitePlace()
  return { storeUrl: freshDatabase(mongoServer().url), busUrl, prefix: 'unused' }
})

writesSuite('SQLite with NATS', async () => ({ storeUrl: await newSqlitePlace(), ...(await onNats()) }))

writesSuite('MongoDB with NATS', async () => ({ storeUrl: freshDatabase(mongoServer().url), ...(await onNats()) }))
