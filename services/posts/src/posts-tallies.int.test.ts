import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describePlaces } from './testing/place-suite.ts'
import { describeTallies } from './testing/tally-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => {
  const ownDatabase = async () => newDatabase()
  describeTallies(ownDatabase)
  describePlaces(ownDatabase)
})
