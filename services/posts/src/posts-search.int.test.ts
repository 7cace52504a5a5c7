import { findMongo, freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, describe } from 'vitest'
import { describeMap } from './testing/map-suite.ts'
import { describeSearch } from './testing/search-suite.ts'

const found = await findMongo()
const server = needs('MongoDB', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('on MongoDB', () => {
  const ownDatabase = async () => freshDatabase(server().url)
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSearch(ownDatabase, { count: 800, slowStore: true })
  describeMap(ownDatabase, { count: 300 })
})
