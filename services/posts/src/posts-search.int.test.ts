import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeMap } from './testing/map-suite.ts'
import { randomFrom, randomMarket } from './testing/random-listings.ts'
import { describeSearch } from './testing/search-suite.ts'
import { describeSimilar } from './testing/similar-suite.ts'
import { useFilled } from './testing/start.ts'

/** What walks cells is worth it only where listings stand close. */
const WAYS_OF_FEW = ['cells', 'cells in rounds', 'nothing there', 'rooms', 'walk everything']

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  // Fewer listings: the stand-in for a mongod walks no index.
  const filled = useFilled(async () => newDatabase(), randomMarket(250, randomFrom(20_261_121)))
  describeMap(filled)
  describeSimilar(filled)
  // Last, since it adds and removes listings.
  describeSearch(filled, { slowStore: true, ways: WAYS_OF_FEW })
})
