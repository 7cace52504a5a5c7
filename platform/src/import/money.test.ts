import { describe, expect, it } from 'vitest'
import { readMoney, unitOfHeading } from './money.ts'

describe('a price', () => {
  it.each([
    ['4500000', 4_500_000],
    ['45,00,000', 4_500_000],
    ['₹ 45,00,000', 4_500_000],
    ['₹45,00,000/-', 4_500_000],
    ['4,500,000', 4_500_000],
    ['4.5e6', 4_500_000],
    ['4500000.00', 4_500_000],
    ['45 Lac', 4_500_000],
    ['45 lakhs', 4_500_000],
    ['45L', 4_500_000],
    ['Rs 45.5 Lakh', 4_550_000],
    ['1.2 Cr', 12_000_000],
    ['1.2 crore only', 12_000_000],
    ['INR 1 Cr 20 Lac', 12_000_000],
    ['12 million', 12_000_000],
  ])('reads %s to buy', (text, rupees) => expect(readMoney(text, 'buy')).toEqual({ value: rupees }))

  it.each([
    ['Rs. 25k', 25_000],
    ['12,500/month', 12_500],
    ['12,500 per month', 12_500],
    ['12.5k p.m.', 12_500],
    ['15 thousand a month', 15_000],
    ['1 Lac monthly', 100_000],
  ])('reads %s to rent', (text, rupees) => expect(readMoney(text, 'rent')).toEqual({ value: rupees }))

  it.each([
    ['', 'the price is empty'],
    ['on request', 'not an amount'],
    ['-4500000', 'negative'],
    ['45 - 50 Lac', 'a range'],
    ['45 to 50 Lac', 'a range'],
    ['$ 450000', 'not in rupees'],
    ['5,500 per sq ft', 'per unit of area'],
    ['45', 'price (lakhs)'],
    ['0', 'too low'],
    ['9e15', 'too high'],
    ['4,5,0', 'not an amount'],
    ['20 Lac 1 Cr', 'not an amount'],
    ['45 Lac 20 Lac', 'not an amount'],
    ['45 constructor', 'not an amount'],
  ])('refuses %s with a reason', (text, reason) => {
    expect(readMoney(text, 'buy')).toEqual({ reason: expect.stringContaining(reason) })
  })

  it('uses the unit of the heading if the cell has none', () => {
    const unit = unitOfHeading('TARGET (PRICE IN LACS)')
    expect(readMoney('45.5', 'buy', unit)).toEqual({ value: 4_550_000 })
    expect(readMoney('1.2 Cr', 'buy', unit)).toEqual({ value: 12_000_000 })
    expect(unitOfHeading('price')).toBe(1)
  })
})
