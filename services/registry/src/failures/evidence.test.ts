import type { Visits } from '@aangan/contracts/releases'
import { createRandom } from '@aangan/service-kit/testing/random'
import { expect, it } from 'vitest'
import { isWorse, logEvidence } from './evidence.ts'

/** The last one has an outage in its second quarter. */
const RATES = [0.001, 0.01, 0.05, 'outage'] as const
const OUTAGE = { rate: 0.3, otherwise: 0.001 }
const SHARES = [0.01, 0.1, 0.5]
const WATCHED = 4_000
const MILLION = 1_000_000

interface Simulated {
  seed: number
  /** Of all visits. */
  share: number
  /** Of failure, at a visit. */
  canary: (visit: number) => number
  stable: (visit: number) => number
  visits: number
}

function always(rate: number) {
  return () => rate
}

function rateAt(rate: (typeof RATES)[number], of: number) {
  if (rate !== 'outage') return always(rate)
  return (visit: number) => (visit >= of / 4 && visit < of / 2 ? OUTAGE.rate : OUTAGE.otherwise)
}

/** Visits of the canary until it is found worse, which is asked after each visit; null if it never is. */
function visitsUntilWorse({ seed, share, visits, ...rates }: Simulated): number | null {
  const random = createRandom(seed)
  const happens = (probability: number) => random(MILLION) < probability * MILLION
  const counts = { canary: { visits: 0, failed: 0 }, stable: { visits: 0, failed: 0 } }
  for (let visit = 0; visit < visits; visit += 1) {
    const side = happens(share) ? 'canary' : 'stable'
    counts[side].visits += 1
    if (happens(rates[side](visit))) counts[side].failed += 1
    if (isWorse(counts.canary, counts.stable)) return counts.canary.visits
  }
  return null
}

it('finds at most 10 of 1,000 healthy canaries worse, each watched over 4,000 visits', () => {
  const alarms = Array.from({ length: 1_000 }, (_, seed) => {
    const share = SHARES[Math.floor(seed / RATES.length) % SHARES.length] ?? 0
    const rate = rateAt(RATES[seed % RATES.length] ?? 0.01, WATCHED)
    return visitsUntilWorse({ seed, share, canary: rate, stable: rate, visits: WATCHED })
  }).filter((visits) => visits !== null)
  expect(alarms.length).toBeLessThanOrEqual(10)
})

/** Medians of 101 canaries each; printed in decision 061. */
it.each([
  { canary: 1, share: 0.01, most: 5 },
  { canary: 1, share: 0.1, most: 5 },
  { canary: 1, share: 0.5, most: 12 },
  { canary: 0.2, share: 0.1, most: 40 },
  { canary: 0.2, share: 0.5, most: 80 },
  { canary: 0.05, share: 0.1, most: 400 },
  { canary: 0.05, share: 0.5, most: 600 },
])('a canary of $share that fails at $canary instead of 0.005 is found after $most visits', (one) => {
  const { canary, share, most } = one
  const found = Array.from({ length: 101 }, (_, seed) =>
    visitsUntilWorse({ seed, share, canary: always(canary), stable: always(0.005), visits: 20_000 }),
  ).map((visits) => visits ?? Number.POSITIVE_INFINITY)
  found.sort((a, b) => a - b)
  expect(found[50]).toBeLessThanOrEqual(most)
})

const visits = (visited: number, failed: number): Visits => ({ visits: visited, failed })

it.each([
  ['always fails is found beside three visits of stable', visits(30, 30), visits(3, 0), true],
  ['always fails is not, without any of stable', visits(500, 500), visits(0, 0), false],
  ['fails as stable does, in an outage, is not', visits(200, 200), visits(200, 200), false],
  ['fails less often is not', visits(100, 5), visits(100, 60), false],
  ['failed for four visitors is not: they may be one', visits(4, 4), visits(1_000, 0), false],
])('a canary that %s', (_what, canary, stable, expected) => {
  expect(isWorse(canary, stable)).toBe(expected)
})

it('needs more evidence if several remotes are compared', () => {
  const [canary, stable] = [visits(6, 6), visits(6, 0)]
  expect([isWorse(canary, stable), isWorse(canary, stable, 4)]).toEqual([true, false])
})

it('has the exact value for small counts', () => {
  // Averages 3/8 and 3/8, at best (1/2)^4.
  expect(Math.exp(logEvidence(visits(2, 2), visits(2, 0)))).toBeCloseTo(2.25, 3)
  expect(logEvidence(visits(0, 0), visits(0, 0))).toBeCloseTo(0, 3)
})
