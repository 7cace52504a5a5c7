import { describe, expect, it } from 'vitest'
import { readMoney, unitOfHeading } from './money.ts'

describe('a price', () => {
  // How amounts are written: packages/contracts/src/prices.test.ts.
  it.each([
    ['₹45,00,000/-', 4_500_000],
    ['1.2 crore only', 12_000_000],
    ['85 Lac(s)', 8_500_000],
    ['4.5e6', 4_500_000],
  ])('reads %s to buy', (text, rupees) => expect(readMoney(text, 'buy')).toEqual({ value: rupees }))

  it.each([
    ['12,500/month', 12_500],
    ['25,000 PCM', 25_000],
  ])('reads %s to rent', (text, rupees) => expect(readMoney(text, 'rent')).toEqual({ value: rupees }))

  it.each([
    ['', 'the price is empty'],
    ['\u200b', 'the price is empty'],
    ['on request', 'not an amount'],
    ['-4500000', 'negative'],
    ['45 - 50 Lac', 'a range'],
    ['$ 450000', 'not in rupees'],
    ['€ 450000', 'not in rupees'],
    ['5,500 per sq ft', 'per unit of area'],
    ['45', 'price (lakhs)'],
    ['0', 'too low'],
    ['9e15', 'too high'],
    ['4,5,0', 'group neither'],
    ['1,5 Cr', 'write 1.5, not 1,5'],
    ['20 Lac 1 Cr', 'not an amount'],
    ['on\u200brequest', '"on\\u{200b}request"'],
  ])('refuses %j with a reason', (text, reason) => {
    expect(readMoney(text, 'buy')).toEqual({ reason: expect.stringContaining(reason) })
  })

  it('uses the unit of the heading if the cell has none', () => {
    const unit = unitOfHeading('TARGET (PRICE IN LACS)')
    expect(readMoney('45.5', 'buy', unit)).toEqual({ value: 4_550_000 })
    expect(readMoney('1.2 Cr', 'buy', unit)).toEqual({ value: 12_000_000 })
    expect(unitOfHeading('price')).toBe(1)
  })
})
