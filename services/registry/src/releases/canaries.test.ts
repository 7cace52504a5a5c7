import type { Release } from '@aangan/contracts/manifest'
import { createRandom } from '@aangan/service-kit/testing/random'
import { expect, it } from 'vitest'
import { BUCKETS, firstBucket, releasesFor, setsFor } from './canaries.ts'
import type { Live } from './settled.ts'

const release = (name: string, version: string) => ({ name, version }) as Release
const stable = new Map(['mfe-a', 'mfe-b'].map((name) => [name, release(name, '1.0.0')]))
const canary = (name: string, share: number, set: string) => ({ release: release(name, '2.0.0'), share, set })
const live = (...canaries: Live['canaries']) => ({ stable, canaries })

function versions(of: Live, bucket: number): string[] {
  return [...releasesFor(of, bucket).values()].map(({ version }) => version)
}

function isIn(of: Live, bucket: number): boolean {
  return versions(of, bucket)[0] === '2.0.0'
}

const ALL = Array.from({ length: BUCKETS }, (_, bucket) => bucket)

it.each([0, 0.0001, 0.1, 0.5, 1])('a share of %s is exact in buckets, whatever the set', (share) => {
  for (const set of ['mfe-a@2.0.0', 'mfe-a@2.0.1', 'spring']) {
    const chosen = ALL.filter((bucket) => isIn(live(canary('mfe-a', share, set)), bucket))
    expect(chosen.length).toBe(Math.round(share * BUCKETS))
  }
})

it('of 100,000 visitors a tenth gets a canary of a tenth, within three sigma', () => {
  const tenth = live(canary('mfe-a', 0.1, 'spring'))
  const random = createRandom(31)
  const visitors = Array.from({ length: 100_000 }, () => random(BUCKETS))
  const count = visitors.filter((bucket) => isIn(tenth, bucket)).length
  expect(Math.abs(count - 10_000)).toBeLessThan(3 * Math.sqrt(100_000 * 0.1 * 0.9))
})

it('who is in stays in while the share grows', () => {
  const before = ALL.filter((bucket) => isIn(live(canary('mfe-a', 0.1, 'spring')), bucket))
  const after = new Set(ALL.filter((bucket) => isIn(live(canary('mfe-a', 0.2, 'spring')), bucket)))
  expect(before.filter((bucket) => !after.has(bucket))).toEqual([])
})

it.each(['mfe-a@2.0.0', 'spring', 'autumn'])('the first bucket of the set %s is in at any share', (set) => {
  for (const share of [0.0001, 0.1, 1]) expect(isIn(live(canary('mfe-a', share, set)), firstBucket(set))).toBe(true)
})

it('the canaries of a set go to the same visitors, also while its share is changed one by one', () => {
  for (const share of [0.1, 0.3, 1]) {
    const set = live(canary('mfe-a', 0.1, 'spring'), canary('mfe-b', share, 'spring'))
    for (const bucket of ALL) expect(new Set(versions(set, bucket)).size).toBe(1)
    expect(ALL.filter((bucket) => isIn(set, bucket)).length).toBe(BUCKETS / 10)
  }
})

it('different sets do not go to the same visitors only', () => {
  const both = live(canary('mfe-a', 0.5, 'spring'), canary('mfe-b', 0.5, 'autumn'))
  expect(new Set(ALL.map((bucket) => versions(both, bucket).join())).size).toBeGreaterThan(2)
})

it.each([
  [0.1, 0.1],
  [0.5, 0.5],
  [0.07, 0.9],
  [1, 0],
])('all sets of releases that visitors get are known, with shares of %s and %s', (first, second) => {
  const both = live(canary('mfe-a', first, 'spring'), canary('mfe-b', second, 'autumn'))
  const known = new Set(setsFor(both).map((set) => [...set.values()].map(({ version }) => version).join()))
  expect(known).toEqual(new Set(['1.0.0,1.0.0', ...ALL.map((bucket) => versions(both, bucket).join())]))
})
