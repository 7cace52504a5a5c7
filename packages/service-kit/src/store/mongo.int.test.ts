import { describe } from 'vitest'
import { useMongo } from '../testing/use-mongo.ts'
import { storeSuite } from './store.suite.ts'

const newDatabase = await useMongo()

describe('the store in MongoDB', () => storeSuite(async () => newDatabase()))
