import { afterAll, onTestFinished } from 'vitest'
import { backendOn, removeBackend } from '../bus/suite/nats-backend.ts'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { newSqliteUrl } from '../testing/sqlite-url.ts'
import { useMongo } from '../testing/use-mongo.ts'
import { writesSuite } from './writes.suite.ts'

const newDatabase = await useMongo()
const nats = await findNats()
const natsServer = needs('NATS', nats)

afterAll(async () => {
  if ('value' in nats) await nats.value.stop()
})

async function onNats() {
  const { url, ...backend } = backendOn(natsServer().url)
  onTestFinished(() => removeBackend({ url, ...backend }))
  return { busUrl: url, prefix: backend.prefix }
}

writesSuite('MongoDB with a bus on SQLite', async () => {
  const busUrl = await newSqliteUrl()
  return { storeUrl: newDatabase(), busUrl, prefix: 'unused' }
})

writesSuite('SQLite with NATS', async () => ({ storeUrl: await newSqliteUrl(), ...(await onNats()) }))

writesSuite('MongoDB with NATS', async () => ({ storeUrl: newDatabase(), ...(await onNats()) }))
