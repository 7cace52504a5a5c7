import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeFound } from './testing/found-suite.ts'
import { describeModeration } from './testing/moderation-suite.ts'
import { describePlaces } from './testing/place-suite.ts'
import { describeService } from './testing/service-suite.ts'
import { describeSimilar } from './testing/similar-suite.ts'
import { describeTallies } from './testing/tally-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  const ownDatabase = async () => newDatabase()
  describeService(ownDatabase)
  describeTallies(ownDatabase)
  describePlaces(ownDatabase)
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSimilar(ownDatabase, { count: 500 })
  describeFound(ownDatabase, { walksIndexes: false })
  describeModeration(ownDatabase)
})
