import { findMongo, freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, describe } from 'vitest'
import { describeMap } from './testing/map-suite.ts'
import { describeSearch } from './testing/search-suite.ts'

/** What walks cells is worth it only where listings stand close. */
const WAYS_OF_FEW = ['cells', 'cells in rounds', 'nothing there', 'rooms', 'walk everything']

const found = await findMongo()
const server = needs('MongoDB', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('on MongoDB', () => {
  const ownDatabase = async () => freshDatabase(server().url)
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSearch(ownDatabase, { count: 400, slowStore: true, ways: WAYS_OF_FEW })
  describeMap(ownDatabase, { count: 300 })
})
