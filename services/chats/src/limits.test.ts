import { describe } from 'vitest'
import { describeLimits } from './testing/limits-suite.ts'

describe('on SQLite', () => describeLimits(() => undefined))
