import { describe } from 'vitest'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import { storeSuite } from '../store.suite.ts'

describe('the store in SQLite', () => storeSuite(newSqliteUrl))
