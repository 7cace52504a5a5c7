import { describe, expect, it } from 'vitest'
import { checkPrices, readPrice } from './prices.ts'

const check = (minPrice: string, maxPrice: string) =>
  checkPrices({ minPrice: readPrice(minPrice), maxPrice: readPrice(maxPrice) }, { minPrice, maxPrice })

describe('checkPrices', () => {
  it.each([
    ['', '0'],
    ['0', '1.5 Cr'],
    ['45 lakh', ''],
    ['25,000 PCM', '₹ ४५ लाख'],
    ['5000000', '50 Lac onwards'],
    ['\u200b', '\u00a05000000\u2060'],
  ])('accepts prices from %j to %j', (minPrice, maxPrice) => {
    expect(check(minPrice, maxPrice)).toEqual({})
  })

  it('reports the max price if it is below the min price', () => {
    expect(check('2 lakh', '1 lakh')).toEqual({ maxPrice: 'Your max price is below your min price.' })
  })

  it('reports each invalid price, without comparing them', () => {
    expect(check('cheap', '-1')).toEqual({
      minPrice: '“cheap” is not an amount. Enter one, for example 45 lakh.',
      maxPrice: 'A price cannot be below 0.',
    })
    expect(check('1e13', '1').minPrice).toBe('This price is too high. Enter a lower one.')
    expect(check('1,5 Cr', '0').minPrice).toContain('1.5 Cr')
  })
})
