import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

const GROUPS_PER_CUSTOMER = 4

/**
 * Key of an address for everything that is limited per address: the /64 for IPv6, since one customer has all of it; an
 * IPv4 address in any notation. What is no address is returned as it is.
 */
export function rateLimitKey(ip: string): string {
  // Nearly all are plain already.
  if (isIPv4(ip) || !ipaddr.isValid(ip)) return ip
  const parsed = ipaddr.process(ip)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return parsed.parts
    .slice(0, GROUPS_PER_CUSTOMER)
    .map((group) => group.toString(16))
    .join(':')
}
