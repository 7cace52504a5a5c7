import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeLimits } from './testing/limits-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => describeLimits(newDatabase))
