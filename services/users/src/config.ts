import { readConfig } from '@aangan/service-kit/config'
import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

/** What can be set of users, wherever it keeps its mails. */
export const UsersSettings = Type.Object({
  /** How often saved searches are looked at whose alerts are due, in milliseconds. */
  ALERT_SWEEP_MS: Type.Integer({ minimum: 10, maximum: 60_000, default: 10_000 }),
  /** The sign before prices in mails. */
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
})

export const UsersConfig = Type.Object({ ...UsersSettings.properties, ...MailSettings.properties })
export type UsersConfig = Static<typeof UsersConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readUsersConfig(env: Record<string, string | undefined>): UsersConfig {
  return readConfig(UsersConfig, env)
}
