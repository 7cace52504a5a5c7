const MONTHS = 12

export interface Loan {
  /** In whole currency units. */
  amount: number
  /** Percent per year, compounded monthly. */
  rate: number
  years: number
}

export interface Repayment {
  /** The equated monthly instalment (EMI); all amounts are unrounded. */
  monthly: number
  total: number
  /** The interest part of `total`. */
  interest: number
}

/**
 * EMI = P·r·(1+r)ⁿ / ((1+r)ⁿ − 1) for n months at a monthly rate r, or P / n without interest; the same as
 * https://numpy.org/numpy-financial/latest/pmt.html.
 */
export function repaymentOf({ amount, rate, years }: Loan): Repayment {
  const months = years * MONTHS
  const monthly = instalment(amount, rate / 100 / MONTHS, months)
  const total = monthly * months
  return { monthly, total, interest: total - amount }
}

/** Uses expm1 and log1p: (1+r)ⁿ − 1 loses precision for tiny rates. */
function instalment(amount: number, r: number, months: number): number {
  return r === 0 ? amount / months : (amount * r) / -Math.expm1(-months * Math.log1p(r))
}
