import { useMongo } from '@aangan/service-kit/testing/use-mongo'
import { describe } from 'vitest'
import { describeFreedNames } from './testing/freed-names-suite.ts'

const newDatabase = await useMongo()

describe('on MongoDB', () => describeFreedNames(async () => newDatabase()))
