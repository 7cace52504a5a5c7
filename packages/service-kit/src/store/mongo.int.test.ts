import { afterAll, describe } from 'vitest'
import { findMongo, freshDatabase } from '../testing/mongo-server.ts'
import { needs } from '../testing/needs.ts'
import { storeSuite } from './store.suite.ts'

const found = await findMongo()
const server = needs('MongoDB', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('the store in MongoDB', () => storeSuite(async () => freshDatabase(server().url)))
