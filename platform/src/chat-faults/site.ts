import type { ChildProcess } from 'node:child_process'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { addressName, SERVICE_NAMES } from '@aangan/contracts/services'
import { findRedisProcess } from '@aangan/realtime/testing/redis-server'
import type { IdentitySigner } from '@aangan/service-kit/identity'
import { createKeyPair } from '@aangan/service-kit/secrets'
import { findGuardedNats } from '@aangan/service-kit/testing/guarded-nats'
import { findMongoProcess, freshDatabase } from '@aangan/service-kit/testing/mongo-server'
import type { NatsProcess } from '@aangan/service-kit/testing/nats-server'
import type { Found } from '@aangan/service-kit/testing/needs'
import { runServer, type ServerProcess } from '@aangan/service-kit/testing/server-process'
import { run, testFolder } from '../testing/site-process.ts'

export type Part = Pick<ServerProcess, 'pid' | 'freeze' | 'thaw' | 'start' | 'end' | 'stop'> & { url: string }

export interface ScaledSite {
  /** Of the first gateway. */
  url: string
  /** Keyed by name and number, for example `chats-1`. */
  parts: Record<string, Part>
  identity: IdentitySigner
  stop(): Promise<void>
}

/** Process counts, and extra variables for all our processes. */
export interface Shape {
  /** Makes the stand-in for mongod keep its data across restarts, which makes it several times slower. */
  keepsData?: boolean
  auth?: number
  users?: number
  chats?: number
  realtime?: number
  /** None by default, as chat does without them. */
  posts?: number
  media?: number
  registry?: number
  gateway?: number
  env?: Record<string, string>
}

const START_LIMIT_MS = 60_000

/** Starts the chat tier as in production: one process per part, two of chats and two of realtime. */
export async function startScaledSite({ env: given, keepsData, ...counts }: Shape = {}): Promise<Found<ScaledSite>> {
  const folder = await testFolder()
  const stopping: (() => Promise<unknown>)[] = [folder.remove]
  const stop = async () => {
    for (const stopNext of stopping.reverse()) await stopNext()
  }
  try {
    const servers: Record<string, Part> = {}
    const nats = await findGuardedNats()
    if ('missing' in nats) {
      await stop()
      return nats
    }
    servers.nats = partOf(nats.value)
    stopping.push(() => nats.value.stop())
    const finders = { store: () => findMongoProcess({ keepsData }), redis: findRedisProcess }
    for (const [name, find] of Object.entries(finders)) {
      const found = await find()
      if ('missing' in found) {
        await stop()
        return found
      }
      servers[name] = name === 'store' ? keeping(partOf(found.value)) : partOf(found.value)
      stopping.push(() => found.value.stop())
    }
    const identity = createKeyPair()
    const env = { ...(await environment(folder.path, servers, identity)), ...given }
    await migrate(env)
    const parts: Record<string, Part> = { ...servers }
    const start = async (name: string, more: Record<string, string> = {}) => {
      const part = await runServer(name, (port) =>
        launch(name, port, { ...env, BUS_URL: nats.value.urlOf(name), ...more }),
      )
      stopping.push(() => part.stop())
      return { ...part, url: `http://127.0.0.1:${part.port}` }
    }
    const urls: Record<string, string> = {}
    const nowhere = Object.fromEntries(SERVICE_NAMES.map((name) => [addressName(name), 'http://127.0.0.1:9']))
    const { gateway: gateways = 1, ...services } = { auth: 1, users: 1, chats: 2, realtime: 2, ...counts }
    for (const [part, count] of Object.entries(services)) {
      const variable = `${part.toUpperCase()}_URL`
      for (let number = 1; number <= count; number += 1) {
        const started = await start(part, { ...nowhere, ...urls })
        parts[`${part}-${number}`] = started
        if (part !== 'realtime') urls[variable] = [urls[variable], started.url].filter(Boolean).join(',')
      }
    }
    const gateway = await start('gateway', { ...nowhere, ...urls })
    parts.gateway = gateway
    for (let number = 2; number <= gateways; number += 1)
      parts[`gateway-${number}`] = await start('gateway', { ...nowhere, ...urls })
    return { value: { url: gateway.url, parts, identity, stop } }
  } catch (error) {
    await stop()
    throw error
  }
}

/** NatsProcess has `kill` instead of `end`. */
function partOf<S extends { url: string }>(server: S & (ServerProcess | NatsProcess)): Part {
  return 'end' in server ? server : { ...server, end: () => server.kill() }
}

/** SIGTERM instead of SIGKILL: the stand-in could lose its last second of writes, which a real mongod would not. */
function keeping<P extends Part>(part: P): P {
  return { ...part, end: () => part.end('SIGTERM') }
}

async function environment(
  folder: string,
  servers: Record<string, { url: string }>,
  keys: IdentitySigner,
): Promise<Record<string, string>> {
  const [privateFile, publicFile] = [join(folder, 'identity.pem'), join(folder, 'identity.pub')]
  await writeFile(privateFile, keys.privateKey)
  await chmod(privateFile, 0o600)
  await writeFile(publicFile, keys.publicKeys[0])
  const [mails, media, releases] = ['mails', 'media', 'releases'].map((name) => join(folder, name))
  for (const path of [mails, media, releases]) await mkdir(path ?? '')
  return {
    STORE_URL: freshDatabase(servers.store?.url ?? ''),
    REDIS_URL: servers.redis?.url ?? '',
    IDENTITY_PRIVATE_KEY_FILE: privateFile,
    IDENTITY_PUBLIC_KEY_FILE: publicFile,
    SITE_URL: 'http://127.0.0.1',
    MAIL_DIR: mails ?? '',
    MEDIA_DIR: media ?? '',
    RELEASES_DIR: releases ?? '',
    TILE_URL: 'none',
    LOG_LEVEL: 'error',
    // All clients share one address.
    RATE_LIMIT: '1000000',
    CONCURRENT_LIMIT: '10000',
    REGISTER_LIMIT: '100000',
    SOCKETS_PER_ADDRESS: '10000',
    UPSTREAM_TIMEOUT_MS: '3000',
  }
}

async function migrate(env: Record<string, string>): Promise<void> {
  const { ended, output } = run('migrate', env)
  if ((await ended) !== 0) throw new Error(`The migration failed: ${output.stderr}`)
}

async function launch(name: string, port: number, env: Record<string, string>): Promise<ChildProcess> {
  const { child, output } = run(name, { ...env, PORT: String(port) })
  const deadline = Date.now() + START_LIMIT_MS
  while (!(await isAlive(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${name} did not start: ${output.stderr}${output.stdout}`)
    }
    await pause(50)
  }
  return child
}

async function isAlive(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/livez`, { signal: AbortSignal.timeout(1_000) })).ok
  } catch {
    return false
  }
}
