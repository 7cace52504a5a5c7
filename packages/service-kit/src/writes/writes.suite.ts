import { describe } from 'vitest'
import { batchSuite } from './suite/batches.ts'
import { killSuite } from './suite/kills.ts'
import type { Place } from './suite/place.ts'
import { raceSuite } from './suite/races.ts'

export function writesSuite(kind: string, newPlace: () => Promise<Place>): void {
  describe(`writes on ${kind}`, { timeout: 180_000 }, () => {
    killSuite(newPlace)
    raceSuite(newPlace)
    batchSuite(newPlace)
  })
}
