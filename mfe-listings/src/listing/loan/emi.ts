const MONTHS = 12

export interface Loan {
  /** Whole units of money. */
  amount: number
  /** Per cent a year, charged by the month. */
  rate: number
  years: number
}

export interface Repayment {
  /** The equated monthly instalment (EMI); like the others not rounded. */
  monthly: number
  /** All instalments together. */
  total: number
  /** What of it is interest. */
  interest: number
}

/**
 * The annuity formula, EMI = P·r·(1+r)ⁿ / ((1+r)ⁿ − 1) for n months at r a month, as banks and
 * https://numpy.org/numpy-financial/latest/pmt.html have it; without interest it is P / n.
 */
export function repaymentOf({ amount, rate, years }: Loan): Repayment {
  const months = years * MONTHS
  const monthly = instalment(amount, rate / 100 / MONTHS, months)
  const total = monthly * months
  return { monthly, total, interest: total - amount }
}

/** Written with expm1 and log1p, since (1+r)ⁿ − 1 loses its digits where r is next to nothing. */
function instalment(amount: number, r: number, months: number): number {
  return r === 0 ? amount / months : (amount * r) / -Math.expm1(-months * Math.log1p(r))
}
