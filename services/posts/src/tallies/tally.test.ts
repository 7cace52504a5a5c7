import { expect, test } from 'vitest'
import { randomFrom, randomListings } from '../testing/random-listings.ts'
import { bucketOf, pricesOf } from './price-bucket.ts'
import { kindOf, readTallies, tallyMatcher, tallyOf, writeTallies } from './tally.ts'

test('every price is in the bucket that holds it', () => {
  const random = randomFrom(3)
  const prices = [
    1, 2, 3, 9, 10, 15, 16, 1_499, 1_500, 1_501, 7_500_000, 10_000_000, 999_999_999_999, 1_000_000_000_000,
  ]
  for (let tries = 0; tries < 5_000; tries += 1) prices.push(Math.floor(10 ** (12 * random())))
  for (const price of prices) {
    const { min, max } = pricesOf(bucketOf(price))
    expect({ price, isHeld: min <= price && price <= max }).toEqual({ price, isHeld: true })
  }
})

test('round prices have a bucket of their own, so that ranges between them are whole', () => {
  expect(pricesOf(bucketOf(5_000_000))).toEqual({ min: 5_000_000, max: 5_000_000 })
  expect(pricesOf(bucketOf(5_000_001))).toEqual({ min: 5_000_001, max: 5_999_999 })
})

const NONE = { type: null, property: null, bedroom: null, minPrice: null, maxPrice: null }

test('a tally passes as the listings do that it counts', () => {
  const listings = randomListings(500, randomFrom(11))
  const filters = [
    { ...NONE, type: 'rent' as const },
    { ...NONE, property: 'land' as const, bedroom: 0 },
    { ...NONE, bedroom: 2, minPrice: 100_000 },
    { ...NONE, minPrice: 123_456, maxPrice: 234_567 },
    { ...NONE, type: 'buy' as const, maxPrice: 200_000 },
  ]
  for (const one of filters) {
    const match = tallyMatcher(one)
    for (const listing of listings) {
      const passes =
        (one.type === null || listing.type === one.type) &&
        (one.property === null || listing.property === one.property) &&
        (one.bedroom === null || listing.bedroom === one.bedroom) &&
        listing.price >= (one.minPrice ?? 0) &&
        listing.price <= (one.maxPrice ?? Number.POSITIVE_INFINITY)
      const share = match?.(tallyOf(listing)) ?? 1
      if (passes) expect(share).toBeGreaterThan(0)
      else expect(share).toBeLessThan(1)
    }
  }
  expect(tallyMatcher(NONE)).toBeNull()
})

test('a tally tells its kind', () => {
  for (const listing of randomListings(50, randomFrom(5))) {
    expect(kindOf(tallyOf(listing))).toEqual({ type: listing.type, property: listing.property })
  }
})

test('counts come back from their text', () => {
  const tallies = new Map([
    ['rl0.7', 2],
    ['ba2.115', 41],
  ])
  expect(writeTallies(tallies)).toBe('ba2.115 41 rl0.7 2')
  expect(new Map(readTallies(writeTallies(tallies)))).toEqual(tallies)
  expect([...readTallies('')]).toEqual([])
})
