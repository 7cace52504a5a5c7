function twoDecimals(number: number): number {
  return Math.round(number * 100) / 100
}

/** A number of homes: '1 home', '1,204 homes', and '10,000+ homes' for at least so many. */
export function formatHomes(count: number, { more = false, locale }: { more?: boolean; locale?: string } = {}): string {
  return `${count.toLocaleString(locale)}${more ? '+' : ''} ${count === 1 && !more ? 'home' : 'homes'}`
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
