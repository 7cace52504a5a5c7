import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'

/** Returns address settings at which no service listens. */
export function unreachableServices(): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [addressName(name), 'unix:/nowhere.sock']))
}
