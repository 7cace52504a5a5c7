import { describe } from 'vitest'
import type { Backend } from './suite/backend.ts'
import { batchSuite } from './suite/batches.ts'
import { killSuite } from './suite/kills.ts'
import { raceSuite } from './suite/races.ts'

export function writesSuite(kind: string, newBackend: () => Promise<Backend>): void {
  describe(`writes on ${kind}`, { timeout: 180_000 }, () => {
    killSuite(newBackend)
    raceSuite(newBackend)
    batchSuite(newBackend)
  })
}
