import { isIPv4 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const GROUPS_PER_CUSTOMER = 4

/** Rate limit key of an address: the /64 for IPv6, since one customer has all of it. */
export function rateLimitKey(ip: string): string {
  if (isIPv4(ip)) return ip
  const [, mapped] = MAPPED.exec(ip) ?? []
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = ip.toLowerCase().split('::')
  const [first, last] = [head, tail].map((part) => part.split(':').filter(Boolean))
  const zeros = Array.from({ length: GROUPS - (first?.length ?? 0) - (last?.length ?? 0) }, () => '0')
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, GROUPS_PER_CUSTOMER)
  return groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')
}
