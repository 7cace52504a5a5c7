import { newSqlitePlace } from '@aangan/service-kit/testing/sqlite-place'
import { describe } from 'vitest'
import { describeUses } from '../testing/uses-suite.ts'

describe('on SQLite', () => describeUses(newSqlitePlace))
