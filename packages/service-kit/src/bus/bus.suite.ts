import { describe } from 'vitest'
import { broadcastSuite } from './suite/broadcast.ts'
import { deliverySuite } from './suite/delivery.ts'
import { failureSuite } from './suite/failures.ts'
import { orderedSuite } from './suite/ordered.ts'
import { outageSuite } from './suite/outages.ts'
import { parkedSuite } from './suite/parked.ts'
import { peopleSuite } from './suite/people.ts'
import type { Place } from './suite/place.ts'
import { processSuite } from './suite/processes.ts'
import { refusalSuite } from './suite/refusals.ts'
import { requestSuite } from './suite/requests.ts'

export function busSuite(kind: string, place: () => Promise<Place>): void {
  describe(`the bus on ${kind}`, { timeout: 180_000 }, () => {
    describe('delivers', () => deliverySuite(place))
    describe('refuses', () => refusalSuite(place))
    describe('survives failing handlers', () => failureSuite(place))
    describe('waits out outages', () => outageSuite(place))
    describe('parks events', () => parkedSuite(place))
    describe('is followed in order', () => orderedSuite(place))
    describe('broadcasts', () => broadcastSuite(place))
    describe('answers requests', () => requestSuite(place))
    describe('verifies people', () => peopleSuite(place))
    describe('survives processes', () => processSuite(place))
  })
}
