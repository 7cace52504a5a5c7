import { newSqliteUrl } from '@aangan/service-kit/testing/sqlite-url'
import { describe } from 'vitest'
import { describeUses } from '../testing/uses-suite.ts'

describe('on SQLite', () => describeUses(newSqliteUrl))
