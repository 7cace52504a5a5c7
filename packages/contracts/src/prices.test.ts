import { describe, expect, it } from 'vitest'
import { formatPrice } from './prices.ts'

describe('formatPrice', () => {
  it.each([
    [0, '$ 0'],
    [950, '$ 950'],
    [1_200_000, '$ 1,200,000'],
  ])('writes %d dollars as %s', (price, text) => expect(formatPrice(price, 'usd', 'en-US')).toBe(text))

  it('groups as the reader is used to', () => expect(formatPrice(1_200_000, 'usd', 'en-IN')).toBe('$ 12,00,000'))

  it.each([
    [0, '₹0'],
    [12_500, '₹12,500'],
    [99_999, '₹99,999'],
    [100_000, '₹1 Lac'],
    [4_500_000, '₹45 Lac'],
    [4_567_000, '₹45.67 Lac'],
    [9_999_999, '₹1 Cr'],
    [12_000_000, '₹1.2 Cr'],
    [25_000_000, '₹2.5 Cr'],
    [12_345_600_000, '₹1,234.56 Cr'],
  ])('writes %d rupees as %s', (price, text) => expect(formatPrice(price, 'inr')).toBe(text))
})
