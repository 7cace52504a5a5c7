import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

/** What can be set of realtime, wherever it runs. */
export const RealtimeSettings = Type.Object({
  /** Sockets of one node; those beyond are refused. */
  SOCKET_LIMIT: Type.Integer({ minimum: 1, default: 10_000 }),
  /** Sockets of one address, and of one person, at one node. */
  SOCKETS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 200 }),
  SOCKETS_PER_USER: Type.Integer({ minimum: 1, default: 50 }),
})

export const RealtimeConfig = Type.Object({
  ...RealtimeSettings.properties,
  /** How long a node that stops takes to send its clients to others; STOP_DEADLINE_MS must be longer. */
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 20_000 }),
  /** Where gateways reach this node; where it listens, unless told. */
  NODE_URL: Type.Optional(
    Type.String({
      pattern: '^(https?://[^/?#]+|unix:/.+)$',
      description: 'http://host:port or unix:/path/to/socket',
    }),
  ),
  /** What several nodes tell each other of typing and presence passes there. */
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://.+', description: 'redis://HOST:PORT', secret: true })),
})
export type RealtimeConfig = Static<typeof RealtimeConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readRealtimeConfig(env: Record<string, string | undefined>): RealtimeConfig {
  return readConfig(RealtimeConfig, env)
}
