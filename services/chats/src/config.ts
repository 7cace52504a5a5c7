import { readConfig } from '@aangan/service-kit/config'
import { MailSettings } from '@aangan/service-kit/mail'
import { type Static, Type } from 'typebox'

/** What can be set of chats, wherever it keeps its mails. */
export const ChatsSettings = Type.Object({
  /** Messages a minute of one person, for each process of this service. */
  MESSAGE_LIMIT: Type.Integer({ minimum: 1, default: 600 }),
  /**
   * How long a message stays unread until it is mailed, in milliseconds. By then whoever only looked away has read it, and
   * whoever asked may still be there for the answer.
   */
  AWAY_MS: Type.Integer({ minimum: 1_000, maximum: 604_800_000, default: 900_000 }),
  /** How often unread messages are looked for that are to be mailed, in milliseconds. */
  AWAY_SWEEP_MS: Type.Integer({ minimum: 10, maximum: 600_000, default: 30_000 }),
})

export const ChatsConfig = Type.Object({ ...ChatsSettings.properties, ...MailSettings.properties })
export type ChatsConfig = Static<typeof ChatsConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readChatsConfig(env: Record<string, string | undefined>): ChatsConfig {
  return readConfig(ChatsConfig, env)
}
