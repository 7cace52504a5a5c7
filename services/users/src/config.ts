import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

/** All settings except those of the mail transport. */
export const UsersSettings = Type.Object({
  /** Interval between checks for due alerts, in milliseconds. */
  ALERT_SWEEP_MS: Type.Integer({ minimum: 10, maximum: 60_000, default: 10_000 }),
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
})

export const UsersConfig = Type.Object({ ...UsersSettings.properties, ...MailSettings.properties })
export type UsersConfig = Static<typeof UsersConfig>
