import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

export const ChatsConfig = Type.Object({
  /** Messages a minute of one person, for each process of this service. */
  MESSAGE_LIMIT: Type.Integer({ minimum: 1, default: 600 }),
})
export type ChatsConfig = Static<typeof ChatsConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readChatsConfig(env: Record<string, string | undefined>): ChatsConfig {
  return readConfig(ChatsConfig, env)
}
