import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'

export function nowhere(): Record<string, string> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [addressName(name), 'unix:/nowhere.sock']))
}
