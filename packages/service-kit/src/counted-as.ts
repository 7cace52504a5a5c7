import { isIPv4 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const OF_A_CUSTOMER = 4

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
