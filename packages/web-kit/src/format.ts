// biome-ignore lint/performance/noBarrelFile: one name that moved to where services can have it too
export { type Currency, formatPrice } from '@aangan/contracts/prices'

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
