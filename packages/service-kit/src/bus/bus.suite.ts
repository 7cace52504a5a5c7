import { describe } from 'vitest'
import type { Backend } from './suite/backend.ts'
import { broadcastSuite } from './suite/broadcast.ts'
import { deliverySuite } from './suite/delivery.ts'
import { failureSuite } from './suite/failures.ts'
import { orderedSuite } from './suite/ordered.ts'
import { outageSuite } from './suite/outages.ts'
import { parkedSuite } from './suite/parked.ts'
import { peopleSuite } from './suite/people.ts'
import { processSuite } from './suite/processes.ts'
import { refusalSuite } from './suite/refusals.ts'
import { requestSuite } from './suite/requests.ts'

export function busSuite(kind: string, backend: () => Promise<Backend>): void {
  describe(`the bus on ${kind}`, { timeout: 180_000 }, () => {
    describe('delivers', () => deliverySuite(backend))
    describe('refuses', () => refusalSuite(backend))
    describe('survives failing handlers', () => failureSuite(backend))
    describe('waits out outages', () => outageSuite(backend))
    describe('parks events', () => parkedSuite(backend))
    describe('is followed in order', () => orderedSuite(backend))
    describe('broadcasts', () => broadcastSuite(backend))
    describe('answers requests', () => requestSuite(backend))
    describe('verifies people', () => peopleSuite(backend))
    describe('survives processes', () => processSuite(backend))
  })
}
