import { findMongo, freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import { needs } from '@aangan/service-kit/testing/needs'
import { afterAll, describe } from 'vitest'
import { describeFound } from './testing/found-suite.ts'
import { describeModeration } from './testing/moderation-suite.ts'
import { describePlaces } from './testing/place-suite.ts'
import { describeService } from './testing/service-suite.ts'
import { describeSimilar } from './testing/similar-suite.ts'
import { describeTallies } from './testing/tally-suite.ts'

const found = await findMongo()
const server = needs('MongoDB', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

describe('on MongoDB', () => {
  const ownDatabase = async () => freshDatabase(server().url)
  describeService(ownDatabase)
  describeTallies(ownDatabase)
  describePlaces(ownDatabase)
  // Fewer listings: the stand-in for a mongod walks no index.
  describeSimilar(ownDatabase, { count: 500 })
  describeFound(ownDatabase, { walksIndexes: false })
  describeModeration(ownDatabase)
})
