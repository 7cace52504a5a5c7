import { describe, expect, it } from 'vitest'
import { parseAmount } from './prices.ts'

describe('parseAmount', () => {
  it.each([
    ['4500000', 4_500_000],
    ['45,00,000', 4_500_000],
    [' 45 Lac ', 4_500_000],
    ['45l', 4_500_000],
    ['₹1.2 Cr', 12_000_000],
    ['rs. 25k', 25_000],
    ['$ 300', 300],
    ['0', 0],
  ])('reads %j', (text, amount) => {
    expect(parseAmount(text)).toBe(amount)
  })

  it.each(['', 'cheap', '-5', '1e9', '12 apples', '1.2.3', '45 __proto__', '45 constructor', 'constructor'])(
    'refuses %j',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )
})
