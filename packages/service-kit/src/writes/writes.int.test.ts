import { afterAll, onTestFinished } from 'vitest'
import { placeOn, removePlace } from '../bus/suite/nats-place.ts'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { newSqlitePlace } from '../testing/sqlite-place.ts'
import { useMongo } from '../testing/use-mongo.ts'
import { writesSuite } from './writes.suite.ts'

const newDatabase = await useMongo()
const nats = await findNats()
const natsServer = needs('NATS', nats)

afterAll(async () => {
  if ('value' in nats) await nats.value.stop()
})

async function onNats() {
  const { url, ...place } = placeOn(natsServer().url)
  onTestFinished(() => removePlace({ url, ...place }))
  return { busUrl: url, prefix: place.prefix }
}

writesSuite('MongoDB with a bus on SQLite', async () => {
  const busUrl = await newSqlitePlace()
  return { storeUrl: newDatabase(), busUrl, prefix: 'unused' }
})

writesSuite('SQLite with NATS', async () => ({ storeUrl: await newSqlitePlace(), ...(await onNats()) }))

writesSuite('MongoDB with NATS', async () => ({ storeUrl: newDatabase(), ...(await onNats()) }))
