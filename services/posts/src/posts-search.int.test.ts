import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeMap } from './testing/map-suite.ts'
import { describeSearch } from './testing/search-suite.ts'

/** What walks cells is worth it only where listings stand close. */
const WAYS_OF_FEW = ['cells', 'cells in rounds', 'nothing there', 'rooms', 'walk everything']

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  const ownDatabase = async () => newDatabase()
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSearch(ownDatabase, { count: 400, slowStore: true, ways: WAYS_OF_FEW })
  describeMap(ownDatabase, { count: 300 })
})
