import { describe, expect, it } from 'vitest'
import { formatAgo, formatDistance, formatPrice } from './format.ts'

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

describe('formatDistance', () => {
  it.each([
    [0, '0m'],
    [850, '850m'],
    [999, '999m'],
    [1000, '1km'],
    [1500, '1.5km'],
    [1254, '1.25km'],
    [12_000, '12km'],
  ])('writes %d metres as %s', (metres, text) => expect(formatDistance(metres)).toBe(text))
})

describe('formatAgo', () => {
  const now = Date.parse('2026-03-10T12:00:00Z')

  it.each([
    ['2026-03-10T12:00:30Z', 'just now'],
    ['2026-03-10T11:59:01Z', 'just now'],
    ['2026-03-10T11:59:00Z', '1 minute ago'],
    ['2026-03-10T11:01:00Z', '59 minutes ago'],
    ['2026-03-10T11:00:00Z', '1 hour ago'],
    ['2026-03-09T12:00:01Z', '23 hours ago'],
    ['2026-03-09T12:00:00Z', '1 day ago'],
    ['2026-01-10T12:00:00Z', '59 days ago'],
  ])('says of %s: %s', (time, text) => expect(formatAgo(time, now)).toBe(text))
})
