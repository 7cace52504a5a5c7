import { SERVICE_NAMES } from '@aangan/contracts/services'
import { addressesOf } from '@aangan/service-kit/addresses'
import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

const Origin = Type.String({
  pattern: '^https?://[^/?#]+$',
  description: 'an origin such as https://example.org, without a path',
})

/** What can be set of the gateway, wherever the services are. */
export const GatewaySettings = Type.Object({
  HOST: Type.String({ default: '127.0.0.1' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  /** Requests a minute for one address (for IPv6, one /64). */
  RATE_LIMIT: Type.Integer({ minimum: 1, default: 3_000 }),
  /** Requests of one address that are answered at the same time. */
  CONCURRENT_LIMIT: Type.Integer({ minimum: 1, default: 200 }),
  /** Reports on listings an hour for one address. */
  REPORT_LIMIT: Type.Integer({ minimum: 1, default: 10 }),
  /** New accounts an hour for one address. */
  REGISTER_LIMIT: Type.Integer({ minimum: 1, default: 30 }),
  /** Whose X-Forwarded-* to believe: addresses and networks, or how many proxies stand in front. Nobody's by default. */
  TRUST_PROXY: Type.Optional(Type.String()),
  /** Other sites whose pages may call with the visitor's session. */
  ALLOWED_ORIGINS: Type.Array(Origin, { default: [] }),
  /** The map's tiles, as the registry has them: their origin may be shown in pictures. */
  TILE_URL: Type.String({
    pattern: '^(https?://.+|none)$',
    default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    description: 'a template of tiles over http or https, or none',
  }),
  /** How long a request may wait for a connection to its service, its answer may take to begin, and pauses in it may last. */
  UPSTREAM_TIMEOUT_MS: Type.Integer({ minimum: 100, maximum: 120_000, default: 10_000 }),
})

export const GatewayConfig = Type.Object({ ...addressesOf(SERVICE_NAMES), ...GatewaySettings.properties })
export type GatewayConfig = Static<typeof GatewayConfig>

/** What a gateway in a process of its own is told besides: the key that signs identities, and the bus. */
const GatewayProcess = Type.Object({
  ...GatewayConfig.properties,
  IDENTITY_PRIVATE_KEY_FILE: Type.String({ minLength: 1 }),
  BUS_URL: Type.String({ pattern: '^(sqlite:|nats://).+', secret: true }),
})

/** As `readGatewayConfig`, for a process of its own. */
export function readGatewayProcess(env: Record<string, string | undefined>): Static<typeof GatewayProcess> {
  return readConfig(GatewayProcess, env)
}

/** Reads the gateway's variables; throws one ConfigError naming every wrong one. */
export function readGatewayConfig(env: Record<string, string | undefined>): GatewayConfig {
  return readConfig(GatewayConfig, env)
}
