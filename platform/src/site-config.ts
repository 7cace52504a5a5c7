import { join } from 'node:path'
import { AuthSettings } from '@aangan/auth/config'
import { ChatsSettings } from '@aangan/chats/config'
import { type AddressName, addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { GatewaySettings } from '@aangan/gateway/config'
import { MediaConfig } from '@aangan/media/config'
import { PostsConfig } from '@aangan/posts/config'
import { RealtimeSettings } from '@aangan/realtime/config'
import { RegistryConfig } from '@aangan/registry/config'
import { RendererConfig } from '@aangan/renderer/config'
import { ConfigError, readConfig } from '@aangan/service-kit/config'
import type { MailSettings as Mails } from '@aangan/service-kit/mail'
import { MailSettings } from '@aangan/service-kit/mail'
import { UsersSettings } from '@aangan/users/config'
import { type Static, Type } from 'typebox'
import { StorageConfig } from './storage.ts'

/** Variables set by the site itself when it runs in one process: its parts talk over private sockets. */
type Inner = AddressName | 'RELEASES_DIR' | 'RENDERER_URL'

const { SITE_NAME, SITE_URL, SITE_CURRENCY, TILE_ATTRIBUTION, MAP_CENTRE } = RegistryConfig.properties
const { SLOT_DEADLINE_MS, FIRST_DATA_WAIT_MS, PAGE_STATUS_WAIT_MS } = RegistryConfig.properties
const { RELEASES_MIN_FREE_MB, RELEASES_KEPT_MB } = RegistryConfig.properties

const { RENDER_WAIT_MS, SERVICE_WORKER } = RegistryConfig.properties
const { RENDER_MS, RENDER_MEMORY_MB } = RendererConfig.properties

const { SMTP_URL, MAIL_DIR, MAIL_FROM } = MailSettings.properties

/** All variables of a single-process site, in one schema so that one message names every invalid one. */
export const SiteConfig = Type.Object({
  ...StorageConfig.properties,
  ...PostsConfig.properties,
  ...AuthSettings.properties,
  ...UsersSettings.properties,
  ...ChatsSettings.properties,
  ...RealtimeSettings.properties,
  MEDIA_MIN_FREE_MB: MediaConfig.properties.MEDIA_MIN_FREE_MB,
  MEDIA_DIR: Type.Optional(Type.String({ minLength: 1 })),
  SEARCH_FILE: Type.Optional(Type.String({ minLength: 1 })),
  SMTP_URL,
  MAIL_DIR,
  MAIL_FROM,
  ...GatewaySettings.properties,
  SITE_NAME,
  SITE_URL,
  SITE_CURRENCY,
  TILE_ATTRIBUTION,
  MAP_CENTRE,
  SLOT_DEADLINE_MS,
  FIRST_DATA_WAIT_MS,
  PAGE_STATUS_WAIT_MS,
  RENDER_WAIT_MS,
  SERVICE_WORKER,
  RENDER_MS,
  RENDER_MEMORY_MB,
  /**
   * A folder of releases that something else fills, as `npm run dev` does. If unset, the built ones are published in
   * DATA_DIR.
   */
  RELEASES_DIR: Type.Optional(Type.String({ minLength: 1 })),
  RELEASES_MIN_FREE_MB,
  RELEASES_KEPT_MB,
  /** Defaults to whether the site is private, see `isPublic`. */
  DEMO: Type.Optional(Type.Boolean()),
  NODE_ENV: Type.Optional(Type.String()),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
})
export type SiteConfig = Static<typeof SiteConfig> & { DEMO: boolean }

/** Throws one ConfigError naming every invalid variable. */
export function readSiteConfig(env: Record<string, string | undefined>): SiteConfig {
  const config = readConfig(SiteConfig, env)
  if (config.SMTP_URL && !config.SITE_URL)
    throw new ConfigError('SMTP_URL is set and SITE_URL is not: set it to the public URL, for the links in mails')
  return { ...config, DEMO: config.DEMO ?? !isPublic(config) }
}

/** Whether other people may reach the site: then nobody gets demo listings, or reads its password in a log, by default. */
export function isPublic({ NODE_ENV, SITE_URL }: Pick<SiteConfig, 'NODE_ENV' | 'SITE_URL'>): boolean {
  return NODE_ENV === 'production' || SITE_URL !== undefined
}

/** Internal addresses and the releases folder, as passed to the services. */
export function innerConfig(sockets: string, releasesDir: string): Record<Inner, string> {
  const addresses = SERVICE_NAMES.map((name) => [addressName(name), `unix:${socketOf(sockets, name)}`])
  return {
    ...(Object.fromEntries(addresses) as Record<AddressName, string>),
    RENDERER_URL: `unix:${socketOf(sockets, 'renderer')}`,
    RELEASES_DIR: releasesDir,
  }
}

export function mailConfig(config: SiteConfig, dataDir: string): Pick<Mails, 'MAIL_DIR' | 'SITE_URL'> {
  return {
    MAIL_DIR: config.MAIL_DIR ?? join(dataDir, 'mail'),
    SITE_URL: config.SITE_URL ?? siteUrl(config, config.PORT),
  }
}

const LOCAL_HOSTS = ['127.0.0.1', '0.0.0.0', '::']

/** The URL to open on this machine. */
export function siteUrl({ HOST }: Pick<SiteConfig, 'HOST'>, port: number): string {
  const host = HOST.includes(':') ? `[${HOST}]` : HOST
  return `http://${LOCAL_HOSTS.includes(HOST) ? 'localhost' : host}:${port}`
}

export function socketOf(sockets: string, name: string): string {
  return `${sockets}/${name}.sock`
}

const PORTS = 65_536
const METRICS_DISTANCE = 10_000

/** Derived from the site's port, so that two sites do not clash: 3000 gives 13000. */
export function metricsPortOf(port: number): number {
  return port === 0 ? 0 : (port + METRICS_DISTANCE) % PORTS || METRICS_DISTANCE
}
