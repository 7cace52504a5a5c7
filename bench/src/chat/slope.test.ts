import { expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

it('is that of the line through points on one', () => {
  expect(slopeOf([1, 2, 5].map((x) => ({ x, y: 7 - 3 * x })))).toBeCloseTo(-3)
})

it('is that of the line nearest to the others', () => {
  expect(slopeOf([3, 1, 4, 2].map((y, x) => ({ x, y })))).toBeCloseTo(0)
  expect(slopeOf([0, 1, 0, 3].map((y, x) => ({ x, y })))).toBeCloseTo(0.8)
})
