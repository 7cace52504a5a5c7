import { expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

it('is exact for points on a line', () => {
  expect(slopeOf([1, 2, 5].map((x) => ({ x, y: 7 - 3 * x })))).toBeCloseTo(-3)
})

it('is the least-squares slope otherwise', () => {
  expect(slopeOf([3, 1, 4, 2].map((y, x) => ({ x, y })))).toBeCloseTo(0)
  expect(slopeOf([0, 1, 0, 3].map((y, x) => ({ x, y })))).toBeCloseTo(0.8)
})
