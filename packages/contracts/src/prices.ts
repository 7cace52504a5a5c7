/** The sign before prices: the specification's dollar, or the rupee. */
export type Currency = 'usd' | 'inr'

const LAKH = 100_000
const CRORE = 10_000_000

/**
 * A price as the site shows it, from whole units. `usd` puts the specification's '$ ' before the grouping of `locale`
 * (the reader's own when left out): '$ 1,200,000'. `inr` speaks as India does: '₹12,500', '₹45 Lac', '₹1.2 Cr'.
 */
export function formatPrice(price: number, currency: Currency, locale?: string): string {
  return currency === 'inr' ? formatRupees(price) : `$ ${new Intl.NumberFormat(locale).format(price)}`
}

function formatRupees(rupees: number): string {
  if (rupees < LAKH) return `₹${new Intl.NumberFormat('en-IN').format(rupees)}`
  const lakhs = twoDecimals(rupees / LAKH)
  // 99,99,999 rounds to a hundred lakh, which nobody says.
  return lakhs < 100 ? `₹${lakhs} Lac` : `₹${twoDecimals(rupees / CRORE).toLocaleString('en-IN')} Cr`
}

function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100
}
