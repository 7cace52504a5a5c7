import { readConfig } from '@aangan/service-kit/config'
import { type Static, Type } from 'typebox'

/** What can be set of media, wherever its files are. */
export const MediaConfig = Type.Object({
  /** The folder of uploaded pictures. */
  MEDIA_DIR: Type.String({ minLength: 1 }),
  // What pictures for sharing say of the site.
  SITE_NAME: Type.String({ minLength: 1, default: 'Aangan' }),
  /** The sign before prices: the specification's dollar, or the rupee. */
  SITE_CURRENCY: Type.Enum(['usd', 'inr'], { default: 'usd' }),
})
export type MediaConfig = Static<typeof MediaConfig>

/** Throws one ConfigError naming every variable that is wrong. */
export function readMediaConfig(env: Record<string, string | undefined>): MediaConfig {
  return readConfig(MediaConfig, env)
}
