import { ASKED_FOR_PAGES } from '@aangan/contracts/services'
import { addressesOf } from '@aangan/service-kit/addresses'
import { type Static, Type } from 'typebox'

export const RegistryConfig = Type.Object({
  /** Where `publishRelease` writes `<name>/<version>/…` and `<name>/channels.json`. */
  RELEASES_DIR: Type.String({ minLength: 1 }),
  /** Deploys are refused while the disk of RELEASES_DIR has less free space. */
  RELEASES_MIN_FREE_MB: Type.Integer({ minimum: 0, default: 500 }),
  /** What the kept versions of one remote may have together; one that would exceed it is refused. */
  RELEASES_KEPT_MB: Type.Integer({ minimum: 1, default: 2_000 }),
  ...addressesOf(ASKED_FOR_PAGES),
  /** Public origin for absolute links; defaults to the host of each request. */
  SITE_URL: Type.Optional(
    Type.String({
      pattern: '^https?://[^/?#]+$',
      description: 'an origin such as https://example.org, without a path',
    }),
  ),
  /** How long a page waits for its first data, and for the meta tags derived from it, before it is sent without. */
  FIRST_DATA_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 250 }),
  /**
   * How long a page that may not exist, such as a listing's, waits to learn whether it does. Then it is sent as 503,
   * never as 200: a crawler comes back, and a visitor's browser asks by itself.
   */
  PAGE_STATUS_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 2_000 }),
  /** The renderers, which send pages as HTML. If unset, browsers render them. */
  RENDERER_URL: Type.Optional(Type.String({ minLength: 1 })),
  /** How long a page waits to be rendered, before it is sent for the browser to do it. */
  RENDER_WAIT_MS: Type.Integer({ minimum: 1, maximum: 10_000, default: 250 }),
  /** `off` replaces the service worker by one that does nothing: browsers open no pages while the site is out of reach. */
  SERVICE_WORKER: Type.Enum(['on', 'off'], { default: 'on' }),
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  /** Currency of prices: the specification's dollar, or the rupee. */
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
  TILE_URL: Type.String({
    pattern: '^(https?://.+|none)$',
    default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    description: 'a template of tiles over http or https, or none',
  }),
  TILE_ATTRIBUTION: Type.String({ default: '© OpenStreetMap contributors' }),
  /** Centre of an empty map; defaults to India. */
  MAP_CENTRE: Type.Optional(
    Type.String({
      pattern: '^-?\\d{1,2}(\\.\\d+)?,\\s*-?\\d{1,3}(\\.\\d+)?$',
      description: 'latitude,longitude in degrees, such as 52.48,-1.9',
    }),
  ),
  /** How long a remote may take in the browser before its fallback is shown. */
  SLOT_DEADLINE_MS: Type.Integer({ minimum: 100, maximum: 120_000, default: 8_000 }),
})
export type RegistryConfig = Static<typeof RegistryConfig>
