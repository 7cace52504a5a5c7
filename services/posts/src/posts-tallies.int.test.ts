import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describePlaces } from './testing/place-suite.ts'
import { describeSimilar } from './testing/similar-suite.ts'
import { describeTallies } from './testing/tally-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  const ownDatabase = async () => newDatabase()
  describeTallies(ownDatabase)
  describePlaces(ownDatabase)
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSimilar(ownDatabase, { count: 500 })
})
