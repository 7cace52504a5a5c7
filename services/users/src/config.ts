import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

/** Nothing about this service can be set yet; what every process of ours is told is in service-kit/service. */
export const UsersConfig = Type.Object({})
export type UsersConfig = Static<typeof UsersConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readUsersConfig(env: Record<string, string | undefined>): UsersConfig {
  return readConfig(UsersConfig, env)
}
