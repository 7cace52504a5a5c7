import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeFound } from './testing/found-suite.ts'
import { describeModeration } from './testing/moderation-suite.ts'
import { describePictures } from './testing/pictures-suite.ts'
import { describeService } from './testing/service-suite.ts'
import { describeViews } from './testing/views-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  const ownDatabase = async () => newDatabase()
  describeService(ownDatabase)
  describeFound(ownDatabase)
  describeModeration(ownDatabase)
  describeViews(ownDatabase)
  describePictures(ownDatabase)
})
