import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describePlaces } from './testing/place-suite.ts'
import { randomFrom, randomMarket } from './testing/random-listings.ts'
import { describeSearch } from './testing/search-suite.ts'
import { useFilled } from './testing/start.ts'

const newDatabase = await useMongo()

// The index is the same: this covers filling it from MongoDB, and reading pages from there.
describe('on MongoDB', () => {
  describePlaces(async () => newDatabase())
  describeSearch(useFilled(async () => newDatabase(), randomMarket(250, randomFrom(20_261_121))))
})
