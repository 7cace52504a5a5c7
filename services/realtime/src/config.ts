import { type Static, Type } from 'typebox'

export const RealtimeSettings = Type.Object({
  /** Sockets per node; more are refused. */
  SOCKET_LIMIT: Type.Integer({ minimum: 1, default: 10_000 }),
  /** Per node: 2,000 people with two tabs. At most 200 of them are visitors' (decision 038). */
  SOCKETS_PER_ADDRESS: Type.Integer({ minimum: 1, default: 4_000 }),
  SOCKETS_PER_USER: Type.Integer({ minimum: 1, default: 50 }),
})

export const RealtimeConfig = Type.Object({
  ...RealtimeSettings.properties,
  /** How long a stopping node takes to hand its clients over; must be shorter than STOP_DEADLINE_MS. */
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 600_000, default: 20_000 }),
  /** The node's address for gateways; defaults to where it listens. */
  NODE_URL: Type.Optional(
    Type.String({
      pattern: '^(http://[^/?#]+|unix:/.+)$',
      description: 'http://host:port or unix:/path/to/socket; gateways reach nodes without TLS',
    }),
  ),
  /** Carries typing and presence between nodes. */
  REDIS_URL: Type.Optional(Type.String({ pattern: '^rediss?://.+', description: 'redis://HOST:PORT', secret: true })),
})
export type RealtimeConfig = Static<typeof RealtimeConfig>
