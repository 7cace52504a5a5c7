import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, readConfig } from '@aangan/service-kit/config'
import { Type } from 'typebox'
import { StorageConfig } from './storage.ts'

const Settings = Type.Object({
  DATA_DIR: StorageConfig.properties.DATA_DIR,
  RELEASES_DIR: Type.Optional(Type.String({ minLength: 1 })),
})

/** For tools: the folder that the site reads releases from. Throws a ConfigError if it does not exist. */
export function findReleasesDir(env: Record<string, string | undefined>): string {
  const { DATA_DIR, RELEASES_DIR } = readConfig(Settings, env)
  const releasesDir = RELEASES_DIR ?? join(DATA_DIR, 'releases')
  // What is put into a folder that no registry reads would seem to be done.
  if (existsSync(releasesDir)) return releasesDir
  throw new ConfigError(`${releasesDir} does not exist: set RELEASES_DIR to the folder of releases, or DATA_DIR`)
}
