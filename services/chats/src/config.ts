import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

/** All settings except those of the mail transport. */
export const ChatsSettings = Type.Object({
  /** Messages per minute and person, counted per process. */
  MESSAGE_LIMIT: Type.Integer({ minimum: 1, default: 600 }),
  /** Bytes of messages per day and person, each with 500 besides its text: 4,000 short messages, or 2 MB of text. */
  MESSAGE_DAY_BYTES: Type.Integer({ minimum: 20_000, default: 2_000_000 }),
  /** Messages to a person who has never answered. */
  UNANSWERED_LIMIT: Type.Integer({ minimum: 1, default: 20 }),
  /** How long a message stays unread before it is mailed, in milliseconds. */
  AWAY_MS: Type.Integer({ minimum: 1_000, maximum: 604_800_000, default: 900_000 }),
  /** Interval between checks for unread messages to mail, in milliseconds. */
  AWAY_SWEEP_MS: Type.Integer({ minimum: 10, maximum: 600_000, default: 30_000 }),
})

export const ChatsConfig = Type.Object({ ...ChatsSettings.properties, ...MailSettings.properties })
export type ChatsConfig = Static<typeof ChatsConfig>
