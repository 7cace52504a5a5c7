import { describe } from 'vitest'
import { newSqlitePlace } from '../../testing/sqlite-place.ts'
import { storeSuite } from '../store.suite.ts'

describe('the store in SQLite', () => storeSuite(newSqlitePlace))
