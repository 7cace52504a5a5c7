import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

/** What pictures for sharing say of the site. */
export const MediaConfig = Type.Object({
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  /** The sign before prices: the specification's dollar, or the rupee. */
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
})
export type MediaConfig = Static<typeof MediaConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readMediaConfig(env: Record<string, string | undefined>): MediaConfig {
  return readConfig(MediaConfig, env)
}
