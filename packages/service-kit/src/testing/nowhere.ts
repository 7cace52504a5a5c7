import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'

/** Addresses of all services at which nobody listens: a test states those that it needs. */
export function nowhere(): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [addressName(name), 'unix:/nowhere.sock']))
}
