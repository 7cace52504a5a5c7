import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

export const AuthSettings = Type.Object({
  /** Failed sign-ins per account in 15 minutes, from unknown browsers; also wrong current passwords. */
  LOGIN_LIMIT_ACCOUNT: Type.Integer({ minimum: 1, default: 10 }),
  /** Failed sign-ins per address (for IPv6, per /64) in 15 minutes that no successful one of the account followed. */
  LOGIN_LIMIT_ADDRESS: Type.Integer({ minimum: 1, default: 300 }),
})

export const AuthConfig = Type.Object({ ...AuthSettings.properties, ...MailSettings.properties })
export type AuthConfig = Static<typeof AuthConfig>
