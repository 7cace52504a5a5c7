import { isIPv4 } from 'node:net'
import { LRUCache } from 'lru-cache'

/** The least recent are forgotten first. */
const REMEMBERED = 50_000
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const OF_A_CUSTOMER = 4

/**
 * Counts in windows of a fixed length, for each address apart.
 *
 * @returns a function that counts one more, and answers how many milliseconds to wait: 0 within the limit
 */
export function countByAddress({ limit, windowMs }: { limit: number; windowMs: number }): (address: string) => number {
  const windows = new LRUCache<string, { count: number; until: number }>({ max: REMEMBERED })
  return (address) => {
    const now = Date.now()
    let window = windows.get(address)
    if (window === undefined || window.until <= now) {
      window = { count: 0, until: now + windowMs }
      windows.set(address, window)
    }
    window.count += 1
    return window.count > limit ? window.until - now : 0
  }
}

/** Under which an address is counted: of IPv6 the /64 that one customer has. */
export function countedAs(ip: string): string {
  if (isIPv4(ip)) return ip
  const [, mapped] = MAPPED.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = ip.toLowerCase().split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: GROUPS - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0')
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, OF_A_CUSTOMER)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
