import { SERVICE_NAMES } from '@aangan/contracts/services'
import { addressesOf } from '@aangan/service-kit/addresses'
import { BusSettings } from '@aangan/service-kit/bus/options'
import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

const Origin = Type.String({
  pattern: '^https?://[^/?#@\\s]+$',
  description: 'an origin such as https://example.org, without a path',
})

export const GatewaySettings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  // Enough for 2,000 people who share an address: decision 038.
  /** Pages and calls a minute per address (for IPv6, per /64), and three times as many files. */
  RATE_LIMIT: Type.Integer({ minimum: 1, default: 12_000 }),
  /** Requests in flight per address. */
  CONCURRENT_LIMIT: Type.Integer({ minimum: 1, default: 400 }),
  /** Reports of listings and messages an hour per address. */
  REPORT_LIMIT: Type.Integer({ minimum: 1, default: 60 }),
  /** New accounts an hour per address. */
  REGISTER_LIMIT: Type.Integer({ minimum: 1, default: 100 }),
  /** Proxies whose X-Forwarded-* headers are trusted: addresses and networks, or a number of hops. Default: none. */
  TRUST_PROXY: Type.Optional(Type.String()),
  /** Other origins whose pages may call the API; of the same site, with the visitor's session (`SameSite=Lax`). */
  ALLOWED_ORIGINS: Type.Array(Origin, { default: [] }),
  /** Same value as the registry's: its origin is added to the `img-src` policy. */
  TILE_URL: Type.String({
    pattern: '^(https?://.+|none)$',
    default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    description: 'a template of tiles over http or https, or none',
  }),
  /** Timeout for a free connection to the service, for the first byte of its response, and between two chunks. */
  UPSTREAM_TIMEOUT_MS: Type.Integer({ minimum: 100, maximum: 120_000, default: 10_000 }),
})

export const GatewayConfig = Type.Object({
  ...addressesOf(SERVICE_NAMES),
  ...GatewaySettings.properties,
  /** How long a stopping gateway serves on, so that others take over; must be shorter than STOP_DEADLINE_MS. */
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 20_000 }),
})
export type GatewayConfig = Static<typeof GatewayConfig>

const GatewayProcess = Type.Object({
  ...GatewayConfig.properties,
  IDENTITY_PRIVATE_KEY_FILE: Type.String({ minLength: 1 }),
  BUS_URL: Type.String({ pattern: '^(sqlite:|nats://).+', secret: true }),
  ...BusSettings.properties,
})

export function readGatewayProcess(env: Record<string, string | undefined>): Static<typeof GatewayProcess> {
  return readConfig(GatewayProcess, env)
}
