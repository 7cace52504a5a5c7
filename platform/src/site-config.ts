import { join } from 'node:path'
import { AuthSettings } from '@aangan/auth/config'
import { ChatsSettings } from '@aangan/chats/config'
import { type AddressName, addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { GatewaySettings } from '@aangan/gateway/config'
import { PostsConfig } from '@aangan/posts/config'
import { RealtimeSettings } from '@aangan/realtime/config'
import { RegistryConfig } from '@aangan/registry/config'
import { readConfig } from '@aangan/service-kit/config'
import type { MailSettings as Mails } from '@aangan/service-kit/mail'
import { MailSettings } from '@aangan/service-kit/mail'
import { UsersSettings } from '@aangan/users/config'
import { type Static, Type } from 'typebox'
import { StorageConfig } from './storage.ts'

/** Variables that a site in one process answers itself: its parts reach each other by sockets of its own. */
type Inner = AddressName | 'RELEASES_DIR'

const { SITE_NAME, SITE_URL, SITE_CURRENCY, TILE_ATTRIBUTION, MAP_CENTRE, SLOT_DEADLINE_MS, FIRST_DATA_WAIT_MS } =
  RegistryConfig.properties

const { SMTP_URL, MAIL_DIR, MAIL_FROM } = MailSettings.properties

/** All variables of a site in one process: one schema, so that one message names every wrong one. */
export const SiteConfig = Type.Object({
  ...StorageConfig.properties,
  ...PostsConfig.properties,
  ...AuthSettings.properties,
  ...UsersSettings.properties,
  ...ChatsSettings.properties,
  ...RealtimeSettings.properties,
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
  /** Releases that someone else puts there, as development does; without it the built ones are published in DATA_DIR. */
  RELEASES_DIR: Type.Optional(Type.String({ minLength: 1 })),
  /** Whether an empty store gets the demo site. */
  DEMO: Type.Boolean({ default: true }),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
})
export type SiteConfig = Static<typeof SiteConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readSiteConfig(env: Record<string, string | undefined>): SiteConfig {
  return readConfig(SiteConfig, env)
}

/** The addresses and folders that the site's parts are told, from where they really are. */
export function innerConfig(sockets: string, releasesDir: string): Record<Inner, string> {
  const addresses = SERVICE_NAMES.map((name) => [addressName(name), `unix:${socketOf(sockets, name)}`])
  return { ...(Object.fromEntries(addresses) as Record<AddressName, string>), RELEASES_DIR: releasesDir }
}

/** Where mails go and where their links lead, the defaults filled in. */
export function mailConfig(config: SiteConfig, dataDir: string): Pick<Mails, 'MAIL_DIR' | 'SITE_URL'> {
  return {
    MAIL_DIR: config.MAIL_DIR ?? join(dataDir, 'mail'),
    SITE_URL: config.SITE_URL ?? siteUrl(config, config.PORT),
  }
}

/** Where the site is for whoever started it. */
export function siteUrl({ HOST }: SiteConfig, port: number): string {
  return `http://${HOST === '127.0.0.1' ? 'localhost' : HOST}:${port}`
}

export function socketOf(sockets: string, name: string): string {
  return `${sockets}/${name}.sock`
}

const PORTS = 65_536
const METRICS_DISTANCE = 10_000

/** A port beside the site's, so that two sites side by side do not clash: 3000 has 13000. */
export function metricsPortOf(port: number): number {
  return port === 0 ? 0 : (port + METRICS_DISTANCE) % PORTS || METRICS_DISTANCE
}
