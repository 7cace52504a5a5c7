import { readConfig } from '@aangan/service-kit/config'
import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

/** What can be set of auth, wherever it keeps its mails. */
export const AuthSettings = Type.Object({
  /** Failed sign-ins to one account in 15 minutes, from browsers that nobody has signed in to it with before. */
  LOGIN_LIMIT_ACCOUNT: Type.Integer({ minimum: 1, default: 10 }),
  /** Failed sign-ins from one address (for IPv6, one /64) in 15 minutes. */
  LOGIN_LIMIT_ADDRESS: Type.Integer({ minimum: 1, default: 100 }),
})

export const AuthConfig = Type.Object({ ...AuthSettings.properties, ...MailSettings.properties })
export type AuthConfig = Static<typeof AuthConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readAuthConfig(env: Record<string, string | undefined>): AuthConfig {
  return readConfig(AuthConfig, env)
}
