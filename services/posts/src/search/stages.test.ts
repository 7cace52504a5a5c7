import { expect, test } from 'vitest'
import { readSearch } from '../rules.ts'
import { bucketOf } from '../tallies/price-bucket.ts'
import type { Covering } from './cover.ts'
import { lookUpRounds, walkCost } from './stages.ts'
import { scaleFor } from './weight.ts'

const [CHEAP, MIDDLE, DEAR] = [bucketOf(10_500), bucketOf(51_000), bucketOf(770_000)]
/** A thousand flats of two bedrooms, most of them dear, and a hundred of three. */
const TALLIES = `ra2.${CHEAP} 100 ra2.${MIDDLE} 200 ra2.${DEAR} 700 ra3.${CHEAP} 100`
const HEAP = { count: 1_100, tallies: TALLIES }

function cover(search: ReturnType<typeof readSearch>, share: number): Covering[] {
  return [{ key: '', share, ...scaleFor(search)(HEAP) }]
}

function costOfWalk(query: Parameters<typeof readSearch>[0], share = 1): number {
  const search = readSearch({ limit: '9', ...query })
  return walkCost(search, [scaleFor(search)(HEAP)], cover(search, share))
}

test('a walk goes through a page where all of it matches, and through more where less does', () => {
  expect(costOfWalk({})).toBe(10)
  expect(costOfWalk({ bedroom: '3' })).toBe(110)
  expect(costOfWalk({ bedroom: '3' }, 0.5)).toBe(220)
  expect(costOfWalk({ bedroom: '3', limit: '500' })).toBe(1_100)
})

test('a walk by price goes through what is cheaper, or dearer, than the first that match', () => {
  expect(costOfWalk({ sort: 'price_asc', bedroom: '3' })).toBe(20)
  expect(costOfWalk({ sort: 'price_desc', bedroom: '3' })).toBe(900 + 20)
  expect(costOfWalk({ sort: 'price_desc', bedroom: '3', maxPrice: '40000' })).toBe(20)
})

test('a walk by price relies on no listing that may lie beside the area', () => {
  expect(costOfWalk({ sort: 'price_asc' }, 0.9)).toBe(1_100)
})

test('the newest are looked up all at once, since any of them may be', () => {
  const search = readSearch({ limit: '9', bedroom: '2' })
  expect(lookUpRounds(search, cover(search, 0.5))).toEqual({ rounds: [new Set([0])], cost: 1_000 })
})

test('the cheapest are looked up first, and then twice as many as before', () => {
  const up = readSearch({ limit: '49', sort: 'price_asc', bedroom: '2' })
  expect(lookUpRounds(up, cover(up, 1))).toEqual({
    rounds: [new Set([CHEAP]), new Set([MIDDLE]), new Set([DEAR])],
    cost: 100,
  })
  const down = readSearch({ limit: '99', sort: 'price_desc', bedroom: '2' })
  expect(lookUpRounds(down, cover(down, 1))).toEqual({ rounds: [new Set([DEAR]), new Set([MIDDLE, CHEAP])], cost: 700 })
})

test('of what may lie beside the area, more is looked up', () => {
  const search = readSearch({ limit: '9', sort: 'price_asc', bedroom: '2' })
  const [first] = lookUpRounds(search, cover(search, 0.4)).rounds
  expect(first).toEqual(new Set([CHEAP, MIDDLE]))
})

test('a page further on leaves out what is cheaper than its begin', () => {
  const search = { ...readSearch({ limit: '9', sort: 'price_asc' }), after: { value: 51_000, id: 'a'.repeat(24) } }
  expect(lookUpRounds(search, cover(search, 1)).rounds).toEqual([new Set([MIDDLE]), new Set([DEAR])])
})
