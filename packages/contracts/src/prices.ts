/** Currency of prices: the specification's dollar, or the rupee. */
export type Currency = 'usd' | 'inr'

/** What amounts are counted in, in lower case. */
export const AMOUNT_UNITS: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['l', 1e5],
  ['lac', 1e5],
  ['lacs', 1e5],
  ['lakh', 1e5],
  ['lakhs', 1e5],
  ['cr', 1e7],
  ['crore', 1e7],
  ['crores', 1e7],
])
const AMOUNT = /^(?:₹|rs\.?|\$)?\s*(\d[\d,\s]*(?:\.\d+)?)\s*([a-z]*)$/i

/** Parses '4500000', '45,00,000', '45 Lac' or '₹1.2 Cr' to whole units; null if invalid. */
export function parseAmount(text: string): number | null {
  const [, digits, unit = ''] = AMOUNT.exec(text.trim()) ?? []
  const factor = unit === '' ? 1 : AMOUNT_UNITS.get(unit.toLowerCase())
  if (digits === undefined || factor === undefined) return null
  return Math.round(Number(digits.replaceAll(/[,\s]/g, '')) * factor)
}
