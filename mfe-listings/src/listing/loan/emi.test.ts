import { describe, expect, it } from 'vitest'
import { repaymentOf } from './emi.ts'

describe('repaymentOf', () => {
  it('matches the numpy-financial example', () => {
    expect(repaymentOf({ amount: 200_000, rate: 7.5, years: 15 }).monthly).toBeCloseTo(1854.0247200054619, 9)
  })

  it('repays the loan exactly, month by month', () => {
    for (const loan of [
      { amount: 5_000_000, rate: 8.5, years: 20 },
      { amount: 1, rate: 30, years: 30 },
      { amount: 3_600_000, rate: 0.01, years: 1 },
    ]) {
      const { monthly, total, interest } = repaymentOf(loan)
      let owed = loan.amount
      for (let month = 0; month < loan.years * 12; month += 1) owed = owed * (1 + loan.rate / 1200) - monthly
      expect(Math.abs(owed) / loan.amount).toBeLessThan(1e-6)
      expect(total).toBeCloseTo(monthly * loan.years * 12, 6)
      expect(interest).toBeCloseTo(total - loan.amount, 6)
    }
  })

  it('divides evenly without interest, and almost evenly with a tiny rate', () => {
    expect(repaymentOf({ amount: 1_200_000, rate: 0, years: 10 })).toEqual({
      monthly: 10_000,
      total: 1_200_000,
      interest: 0,
    })
    expect(repaymentOf({ amount: 1_200_000, rate: 1e-12, years: 10 }).monthly).toBeCloseTo(10_000, 6)
  })

  it('is 0 without a loan', () => {
    expect(repaymentOf({ amount: 0, rate: 8.5, years: 20 })).toEqual({ monthly: 0, total: 0, interest: 0 })
  })
})
