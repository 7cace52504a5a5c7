import { type AddressName, addressName, type ServiceName } from '@aangan/contracts/services'
import { Type } from 'typebox'

const ONE = '(https?://[^/?#,]+|unix:/[^,]+)'
const ServiceUrl = Type.String({
  pattern: `^${ONE}(,${ONE})*$`,
  description: 'http://host:port or unix:/path/to/socket, or several separated by commas',
})

export function addressesOf<N extends ServiceName>(names: readonly N[]): Record<AddressName<N>, typeof ServiceUrl> {
  const properties = names.map((name) => [addressName(name), ServiceUrl])
  return Object.fromEntries(properties) as Record<AddressName<N>, typeof ServiceUrl>
}
