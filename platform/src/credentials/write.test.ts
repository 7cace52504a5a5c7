import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Script } from 'node:vm'
import { BUS_ACCESS } from '@aangan/contracts/bus-access'
import { readKeyPair, readPublicKeys } from '@aangan/service-kit/secrets'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { ROOT } from '../../bin/lib/root.js'
import { COLLECTIONS } from './collections.ts'
import { writeCredentials } from './write.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'))
  await writeCredentials(folder)
})
afterEach(() => rm(folder, { recursive: true }))

const textOf = (name: string) => readFile(join(folder, name), 'utf8')
const variablesIn = async (name: string) =>
  Object.fromEntries((await textOf(name)).split('\n').flatMap((line) => (line ? [line.split(/=(.*)/, 2)] : [])))

async function all(): Promise<Record<string, string>> {
  const names = await readdir(folder)
  return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await textOf(name)] as const)))
}

describe('npm run secrets', () => {
  it('writes a password for each user of each server, which nobody else can read', async () => {
    const nats = await variablesIn('nats.env')
    const mongo = await variablesIn('mongo.env')
    const { REDIS_PASSWORD } = await variablesIn('redis.env')
    expect(await variablesIn('realtime.env')).toEqual({
      BUS_URL: `nats://realtime:${nats.PASSWORD_OF_REALTIME}@nats:4222`,
      REDIS_URL: `redis://:${REDIS_PASSWORD}@redis:6379`,
    })
    expect(await variablesIn('media.env')).toEqual({
      BUS_URL: `nats://media:${nats.PASSWORD_OF_MEDIA}@nats:4222`,
      STORE_URL: `mongodb://media:${mongo.PASSWORD_OF_MEDIA}@mongo:27017/aangan`,
    })
    const passwords = [...Object.values(nats), ...Object.values(mongo), REDIS_PASSWORD]
    expect(new Set(passwords).size).toBe(Object.keys(BUS_ACCESS).length + 1 + Object.keys(COLLECTIONS).length + 2 + 1)
    for (const password of passwords) expect(password).toMatch(/^p[0-9a-f]{48}$/)
    for (const name of (await readdir(folder)).filter((one) => /\.(env|pem)$/.test(one)))
      expect([name, (await stat(join(folder, name))).mode & 0o777]).toEqual([name, 0o600])
  })

  it('writes a pair of keys', async () => {
    const { publicKeys } = await readKeyPair(join(folder, 'identity.pem'))
    expect((await readPublicKeys(join(folder, 'identity.pub'))).publicKeys).toEqual(publicKeys)
  })

  it('keeps what exists, and adds what is missing', async () => {
    const before = await all()
    await rm(join(folder, 'media.env'))
    const nats = before['nats.env'] ?? ''
    await writeFile(join(folder, 'nats.env'), nats.replace(/PASSWORD_OF_AUTH=.*\n/, ''))
    await writeFile(join(folder, 'nats.conf'), 'of an older release')
    await writeCredentials(folder)
    const after = await all()
    expect({ ...after, 'nats.env': '' }).toEqual({ ...before, 'nats.env': '' })
    expect(after['nats.env']).toMatch(/\nPASSWORD_OF_AUTH=p\w+\n$/)
  })

  it('writes no password into what the servers read openly', async () => {
    for (const name of ['nats.conf', 'mongo-init.js']) expect(await textOf(name)).not.toMatch(/p[0-9a-f]{48}/)
  })

  it('lets the servers read their files whatever the umask', async () => {
    const before = process.umask(0o077)
    onTestFinished(() => void process.umask(before))
    for (const name of ['nats.conf', 'mongo-init.js']) await rm(join(folder, name))
    await writeCredentials(folder)
    for (const name of ['nats.conf', 'mongo-init.js']) expect((await stat(join(folder, name))).mode & 0o777).toBe(0o644)
  })

  it('writes a script for mongosh that makes each user once, with a role on its own collections', async () => {
    const script = new Script(await textOf('mongo-init.js'))
    const env = await variablesIn('mongo.env')
    const { roles, users, db } = database()
    expect(() => script.runInNewContext({ db, process: { env: {} } })).toThrow('PASSWORD_OF_OPERATOR is not set')
    for (let time = 0; time < 2; time += 1) script.runInNewContext({ db, process: { env } })
    expect([...users.keys()]).toEqual(['operator', ...Object.keys(COLLECTIONS)])
    expect(users.get('media')).toEqual({ pwd: env.PASSWORD_OF_MEDIA, roles: ['media'] })
    expect([...roles.keys()]).toEqual(Object.keys(COLLECTIONS))
    const own = (collection: string) => ({
      resource: { db: 'aangan', collection: `media.${collection}` },
      actions: ['find', 'insert', 'update', 'remove'],
    })
    expect(roles.get('media')).toEqual({
      roles: [],
      privileges: ['migrations', 'removed-accounts', ...COLLECTIONS.media].map(own),
    })
  })
})

/** The part of mongosh that the script uses. Making what exists is an error there. */
function database() {
  const roles = new Map<string, unknown>()
  const users = new Map<string, unknown>()
  const make = (all: Map<string, unknown>, name: string, facts: unknown) => {
    if (all.has(name)) throw new Error(`${name} exists`)
    all.set(name, facts)
  }
  const aangan = {
    getRole: (name: string) => roles.get(name),
    getUser: (name: string) => users.get(name),
    createRole: ({ role, ...facts }: { role: string }) => make(roles, role, facts),
    createUser: ({ user, ...facts }: { user: string }) => make(users, user, facts),
    updateRole: (role: string, facts: unknown) => void roles.set(role, facts),
    updateUser: (user: string, facts: unknown) => void users.set(user, facts),
  }
  return { roles, users, db: { getSiblingDB: () => aangan } }
}

describe('docker-compose.yml', () => {
  it('has only credentials that npm run secrets writes, each part its own', async () => {
    const compose = await readFile(join(ROOT, 'docker-compose.yml'), 'utf8')
    const used = [...compose.matchAll(/\.\/secrets\/([\w.-]+)/g)].map(([, name]) => name)
    const written = await readdir(folder)
    expect(used.filter((name) => !written.includes(name ?? ''))).toEqual([])
    for (const part of Object.keys(BUS_ACCESS))
      expect(compose).toContain(`command: [node, platform/dist/${part}.js]\n    env_file: ./secrets/${part}.env\n`)
    expect(compose).not.toMatch(/(nats|mongodb|redis):\/\/(?!mongo:27017')/)
  })
})

it('the table of collections has all that the services use', async () => {
  const used = await Promise.all(Object.keys(COLLECTIONS).map(async (name) => [name, await collectionsOf(name)]))
  expect(Object.fromEntries(used)).toEqual(COLLECTIONS)
})

const NAMED = /(?:collection(?:<.*?>)?\(|makeIndexes\(\w+, |(?:documents|removed|batches): )'([\w-]+)'/g

async function collectionsOf(service: string): Promise<string[]> {
  const source = join(ROOT, 'services', service, 'src')
  const files = await readdir(source, { recursive: true })
  const texts = await Promise.all(
    files
      .filter((name) => name.endsWith('.ts') && !/test|suite/.test(name))
      .map((name) => readFile(join(source, name), 'utf8')),
  )
  return [...new Set(texts.flatMap((text) => [...text.matchAll(NAMED)].map(([, name = '']) => name)))].sort()
}
