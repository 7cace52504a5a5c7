import { expect, test } from 'vitest'
import { readSearch } from '../rules.ts'
import { tallyOf, writeTallies } from '../tallies/tally.ts'
import { randomFrom, randomListings } from '../testing/random-listings.ts'
import { reference } from '../testing/reference.ts'
import { matchesOf, scaleFor } from './weight.ts'

test('a heap weighs what lies in it, cut buckets apart', () => {
  const listings = randomListings(2_000, randomFrom(5))
  const tallies = new Map<string, number>()
  for (const listing of listings) tallies.set(tallyOf(listing), (tallies.get(tallyOf(listing)) ?? 0) + 1)
  const heap = { count: listings.length, tallies: writeTallies(tallies) }
  for (const query of [
    {},
    { type: 'rent' },
    { property: 'land', bedroom: '3' },
    { minPrice: '100000', maxPrice: '400000' },
    { type: 'buy', minPrice: '123000' },
    { sort: 'price_asc', bedroom: '2', maxPrice: '260000' },
  ]) {
    const weight = scaleFor(readSearch(query))(heap)
    const found = reference(listings, query)
    expect(weight.sure).toBeLessThanOrEqual(found.length)
    expect(matchesOf(weight)).toBeGreaterThanOrEqual(found.length)
    // Round prices cut nothing.
    if (weight.cutTallies.length === 0) expect(weight.sure).toBe(found.length)
    expect([...new Set(found.map(tallyOf))].filter((tally) => !weight.tallies().includes(tally))).toEqual([])
    const steps = [...weight.steps.values()]
    expect(steps.reduce((sum, { read }) => sum + read, 0)).toBe(matchesOf(weight))
    expect(steps.every(({ met, matches }) => matches <= met)).toBe(true)
  }
  expect(scaleFor(readSearch({ minPrice: '100000', maxPrice: '400000' }))(heap).cutTallies).toEqual([])
  expect(scaleFor(readSearch({ minPrice: '123000' }))(heap).cutTallies).not.toEqual([])
})
