import { randomBytes } from 'node:crypto'
import { appendFile, chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BUS_ACCESS } from '@aangan/contracts/bus-access'
import { natsConfig, OPERATOR, passwordName } from '@aangan/service-kit/bus/nats-access'
import { openKeyPair } from '@aangan/service-kit/secrets'
import { mongoInit, mongoUsers } from './mongo-init.ts'

const PRIVATE_FILE = 0o600
const PUBLIC_FILE = 0o644

/** Acknowledged means on the disk; by default NATS flushes every two minutes. Servers before 2.10 do not know it. */
const FLUSH_AT_ONCE = 'jetstream { sync_interval: always }\n'

type Passwords = Record<string, string>

/**
 * Writes everything that docker-compose.yml reads from ./secrets: keys, passwords, and what is derived from them.
 * Passwords and keys that exist are kept; new users get one.
 */
export async function writeCredentials(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const { publicKeys } = await openKeyPair(folder)
  await writeUnlessThere(join(folder, 'identity.pub'), publicKeys[0], PUBLIC_FILE)
  const busUsers = [OPERATOR, ...Object.keys(BUS_ACCESS)]
  const storeUsers = mongoUsers().map(({ user }) => user)
  const nats = await passwordsIn(join(folder, 'nats.env'), busUsers.map(passwordName))
  const ofMongo = ['MONGO_INITDB_ROOT_PASSWORD', ...storeUsers.map(passwordName)]
  const mongo = await passwordsIn(join(folder, 'mongo.env'), ofMongo)
  const redis = await passwordsIn(join(folder, 'redis.env'), ['REDIS_PASSWORD'])
  for (const user of busUsers) {
    const password = passwordName(user)
    const lines = [
      `BUS_URL=nats://${user}:${nats[password]}@nats:4222`,
      ...(storeUsers.includes(user) ? [`STORE_URL=mongodb://${user}:${mongo[password]}@mongo:27017/aangan`] : []),
      ...(user === 'realtime' ? [`REDIS_URL=redis://:${redis.REDIS_PASSWORD}@redis:6379`] : []),
    ]
    await writeUnlessThere(join(folder, `${user}.env`), `${lines.join('\n')}\n`)
  }
  // No secrets: of the release, so written anew.
  await writePublic(join(folder, 'nats.conf'), FLUSH_AT_ONCE + natsConfig(BUS_ACCESS))
  await writePublic(join(folder, 'mongo-init.js'), mongoInit())
}

/** Servers read it as users of their own, whatever the umask here. */
async function writePublic(file: string, text: string): Promise<void> {
  await writeFile(file, text)
  await chmod(file, PUBLIC_FILE)
}

/** Adds the missing ones to the file. */
async function passwordsIn(file: string, names: string[]): Promise<Passwords> {
  await writeUnlessThere(file, '')
  const lines = (await readFile(file, 'utf8')).split('\n').filter(Boolean)
  const known: Passwords = Object.fromEntries(lines.map((line) => line.split(/=(.*)/, 2) as [string, string]))
  const missing = names.filter((name) => !known[name]).map((name) => [name, newPassword()] as const)
  await appendFile(file, missing.map(([name, password]) => `${name}=${password}\n`).join(''))
  return { ...known, ...Object.fromEntries(missing) }
}

/** Needs no quoting in URLs, env files and the configuration of NATS, where digits first would be a number. */
function newPassword(): string {
  return `p${randomBytes(24).toString('hex')}`
}

async function writeUnlessThere(file: string, text: string, mode = PRIVATE_FILE): Promise<void> {
  try {
    await writeFile(file, text, { flag: 'wx', mode })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}
