import { describe, expect, it } from 'vitest'
import { checkPrices } from './prices.ts'

describe('checkPrices', () => {
  it.each([
    [0, 0],
    [0, 15_000_000],
    [15_000_000, 0],
    [5_000_000, 5_000_000],
  ])('accepts prices from %d to %d', (minPrice, maxPrice) => {
    expect(checkPrices({ minPrice, maxPrice })).toEqual({})
  })

  it('reports the max price if it is below the min price', () => {
    expect(checkPrices({ minPrice: 2, maxPrice: 1 })).toEqual({ maxPrice: 'Your max price is below your min price.' })
  })

  it('reports each invalid price, without comparing them', () => {
    expect(checkPrices({ minPrice: Number.NaN, maxPrice: -1 })).toEqual({
      minPrice: 'Enter an amount, for example 45 lakh.',
      maxPrice: 'A price cannot be below 0.',
    })
    expect(checkPrices({ minPrice: 1e13, maxPrice: 1 }).minPrice).toBe('This price is too high. Enter a lower one.')
  })
})
