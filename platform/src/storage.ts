import { chmod } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { BusSettings, keepParkedMs } from '@aangan/service-kit/bus/options'
import { ConfigError, readConfig } from '@aangan/service-kit/config'
import { probeFolder } from '@aangan/service-kit/disk'
import { makeFolder } from '@aangan/service-kit/durable-files'
import { type Static, Type } from 'typebox'
import { hintFor } from './unwritable.ts'

export const StorageConfig = Type.Object({
  DATA_DIR: Type.String({ minLength: 1, default: './data' }),
  STORE_URL: Type.Optional(
    Type.String({
      pattern: '^(sqlite:|mongodb(\\+srv)?://).+',
      description: 'sqlite:FOLDER or mongodb://HOST:PORT/DATABASE',
      secret: true,
    }),
  ),
  BUS_URL: Type.Optional(
    Type.String({ pattern: '^(sqlite:|nats://).+', description: 'sqlite:FOLDER or nats://HOST:PORT', secret: true }),
  ),
  ...BusSettings.properties,
})

export interface Storage {
  dataDir: string
  storeUrl: string
  busUrl: string
  keepParkedMs: number
}

/** Throws one ConfigError naming every invalid variable. */
export function readStorage(env: Record<string, string | undefined>): Storage {
  return storageOf(readConfig(StorageConfig, env))
}

export function storageOf(config: Static<typeof StorageConfig>): Storage {
  const dataDir = resolve(config.DATA_DIR)
  const local = localUrl(dataDir)
  const { STORE_URL = local, BUS_URL = local } = config
  return { dataDir, storeUrl: STORE_URL, busUrl: BUS_URL, keepParkedMs: keepParkedMs(config) }
}

function localUrl(dataDir: string): string {
  return `sqlite:${join(dataDir, 'store')}`
}

/** For a tool that keeps nothing beside the store: prepares the data folder only if the store is in it. */
export async function prepareStore(storage: Storage): Promise<void> {
  if (storage.storeUrl === localUrl(storage.dataDir)) await prepareFolder(storage)
}

/** As `prepareStore`, for a tool that uses the bus alone. */
export async function prepareBus(storage: Storage): Promise<void> {
  if (storage.busUrl === localUrl(storage.dataDir)) await prepareFolder(storage)
}

/** Creates the data folder; throws a ConfigError if it is not writable. */
export async function prepareFolder({ dataDir, storeUrl, busUrl }: Storage): Promise<void> {
  try {
    await makeFolder(dataDir)
    if ([storeUrl, busUrl].includes(localUrl(dataDir))) {
      await makeFolder(join(dataDir, 'store'))
      // Private: it holds email addresses and reports.
      await chmod(join(dataDir, 'store'), 0o700)
    }
    // Empty: on a full disk, commands can still read what is there.
    await probeFolder(dataDir, '')
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.replace(/,? '.*$/, '') : String(cause)
    throw new ConfigError(`DATA_DIR=${dataDir} is not writable (${why}): ${hintFor(cause)}`, { cause })
  }
}
