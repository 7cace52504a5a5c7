import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeUses } from '../testing/uses-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => describeUses(async () => newDatabase()))
