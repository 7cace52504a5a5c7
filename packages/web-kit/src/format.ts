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

/** A distance from whole metres: '850m', and from a kilometre on '1.5km'. */
export function formatDistance(metres: number): string {
  return metres > 999 ? `${twoDecimals(metres / 1000)}km` : `${metres}m`
}

const SPANS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago an ISO time was, in English: 'just now', '1 minute ago', '3 hours ago', '12 days ago'. */
export function formatAgo(time: string, now = Date.now()): string {
  const elapsed = now - Date.parse(time)
  for (const [name, length] of SPANS) {
    const count = Math.floor(elapsed / length)
    if (count >= 1) return `${count} ${name}${count === 1 ? '' : 's'} ago`
  }
  return 'just now'
}
