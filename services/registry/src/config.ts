import { addressesOf } from '@aangan/service-kit/addresses'
import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

/** The services that are asked for what pages bring along. */
export const ASKED = ['posts', 'users'] as const

export const RegistryConfig = Type.Object({
  /** Where `publishRelease` puts releases: `<name>/<version>/…` and `<name>/channels.json`. */
  RELEASES_DIR: Type.String({ minLength: 1 }),
  ...addressesOf(ASKED),
  /** Where the site is for others: links to it are made with this. Else with the host that each visitor asked for. */
  SITE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      description: 'an origin such as https://example.org, without a path',
    }),
  ),
  /** How long a page waits for its first data, and with that for what it says of itself, until it goes without. */
  FIRST_DATA_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 100 }),
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  /** The sign before prices: the specification's dollar, or the rupee. */
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
  /** The map's tiles and what must be said of them, see contracts/page. */
  TILE_URL: Type.String({
    pattern: '^(https?://.+|none)$',
    default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    description: 'a template of tiles over http or https, or none',
  }),
  TILE_ATTRIBUTION: Type.String({ default: '© OpenStreetMap contributors' }),
  /** Where a map goes that has nothing to show; without it, to India. */
  MAP_CENTRE: Type.Optional(
    Type.String({
      pattern: '^-?\\d{1,2}(\\.\\d+)?,\\s*-?\\d{1,3}(\\.\\d+)?$',
      description: 'latitude,longitude in degrees, such as 52.48,-1.9',
    }),
  ),
  /** How long a remote may take in the browser until something is shown in its stead. */
  SLOT_DEADLINE_MS: Type.Integer({ minimum: 100, maximum: 120_000, default: 8_000 }),
})
export type RegistryConfig = Static<typeof RegistryConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readRegistryConfig(env: Record<string, string | undefined>): RegistryConfig {
  return readConfig(RegistryConfig, env)
}
