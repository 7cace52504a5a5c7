/** Rupees as people in India say them: `₹ 45 lakh`, `₹ 1.2 crore`, `₹ 25,000`. */
export function rupees(amount: number): string {
  if (amount >= 10_000_000) return `₹ ${shortened(amount / 10_000_000)} crore`
  if (amount >= 100_000) return `₹ ${shortened(amount / 100_000)} lakh`
  return `₹ ${amount.toLocaleString('en-IN')}`
}

function shortened(amount: number): string {
  return String(Number(amount.toFixed(2)))
}
