import { MongoClient, type MongoClientOptions, type Collection as MongoCollection } from 'mongodb'
import { ConfigError } from '../config.ts'
import { AppError } from '../errors.ts'
import { failOnClosedSockets } from './mongo-drain.ts'
import type { Collection, Document, Store, StoreOptions } from './store.ts'

/** The driver's default of 30 s is longer than anyone waits for a page. */
const ANSWER_MS = 3_000
/** For a server that stops in the middle of a response. */
const SILENCE_MS = 5_000
const DEFAULT_DATABASE = 'aangan'
/** Of the database, since `journal=false` in the URL would take precedence over the client's. */
const DURABLE = { w: 'majority', journal: true } as const

failOnClosedSockets()

/** Timeouts in the URL take precedence. Throws an AppError UNAVAILABLE naming the hosts if none responds within 3 s. */
export async function openMongoStore(url: string, { name, isPatient }: StoreOptions): Promise<Store> {
  const client = createClient(url, {
    appName: `aangan-${name}`,
    ...unstated(url, {
      serverSelectionTimeoutMS: ANSWER_MS,
      connectTimeoutMS: ANSWER_MS,
      waitQueueTimeoutMS: SILENCE_MS,
      ...(!isPatient && { socketTimeoutMS: SILENCE_MS }),
    }),
    ignoreUndefined: true,
  })
  await connect(client)
  const named = client.options.dbName
  const isUnnamed = named === 'test' && !/\/test(\?|$)/.test(url)
  const database = client.db(isUnnamed ? DEFAULT_DATABASE : named, { writeConcern: DURABLE })
  return {
    // Like SQLite's file per service: two services never share a collection.
    collection: <T extends Document>(collection: string) => narrowAny(database.collection<T>(`${name}.${collection}`)),
    async ping() {
      await database.command({ ping: 1 })
    },
    close: () => client.close(),
  }
}

function createClient(url: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(url, options)
  } catch (cause) {
    // Without the URL, which may have a password.
    throw new ConfigError(`STORE_URL cannot be used: ${cause instanceof Error ? cause.message : cause}`, { cause })
  }
}

/** The driver would prefer options over the URL. */
function unstated(url: string, options: Record<string, number>): MongoClientOptions {
  const stated = new Set([...new URLSearchParams(url.split('?')[1]).keys()].map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(options).filter(([name]) => !stated.has(name.toLowerCase())))
}

interface Sample extends Document {
  text: string
  amount: number
  flag: boolean
  absent?: string | null
  list: string[]
  nested: { inner: { deep: number }[] }
}

/**
 * Proves at compile time that the driver's own collection satisfies the narrow type. Not generic, since the driver's
 * `WithId<T>` is not resolved while T is open.
 */
function narrow(collection: MongoCollection<Sample>): Collection<Sample> {
  return collection
}

const narrowAny = narrow as unknown as <T extends Document>(collection: MongoCollection<T>) => Collection<T>

async function connect(client: MongoClient): Promise<void> {
  try {
    await client.connect()
  } catch (error) {
    const hosts = client.options.hosts.join(', ')
    const limit = client.options.serverSelectionTimeoutMS
    const reason = error instanceof Error ? error.message : String(error)
    throw new AppError('UNAVAILABLE', `MongoDB at ${hosts} did not respond within ${limit} ms: ${reason}`, {
      cause: error,
    })
  }
}
