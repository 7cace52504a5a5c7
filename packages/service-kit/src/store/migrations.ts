import { ConfigError } from '../config.ts'
import type { Document, Store } from './store.ts'

/**
 * Must be idempotent, even concurrently: it is recorded after it ran, so a crash in between repeats it. Never edit a
 * released step: add another.
 */
export interface Migration {
  number: number
  name: string
  /** @param tell reports to the operator what it could not change */
  run(store: Store, tell: (line: string) => void): Promise<void>
}

interface Applied extends Document {
  name: string
  at: string
}

const COMMAND = 'npm run migrate'

/** Returns the migrations that were run. Throws a ConfigError if the store is of a newer release. */
export async function migrate(
  service: string,
  store: Store,
  migrations: readonly Migration[],
  tell: (line: string) => void = () => undefined,
): Promise<Migration[]> {
  const { missing, newer } = await compare(store, migrations)
  refuseNewer(service, newer)
  for (const { number, name, run } of missing) {
    await run(store, tell)
    const applied = { name, at: new Date().toISOString() }
    await appliedIn(store).updateOne({ _id: String(number) }, { $setOnInsert: applied }, { upsert: true })
  }
  return missing
}

/** Throws a ConfigError if the store is of another release than these migrations. */
export async function verifyMigrations(service: string, store: Store, migrations: readonly Migration[]): Promise<void> {
  const { missing, newer } = await compare(store, migrations)
  refuseNewer(service, newer)
  if (missing.length === 0) return
  const names = missing.map(({ number, name }) => `${number} (${name})`).join(', ')
  throw new ConfigError(`The store of ${service} has pending ${counted(missing)} ${names}: run ${COMMAND} first`)
}

async function compare(store: Store, migrations: readonly Migration[]) {
  const applied = await appliedIn(store).find({}).toArray()
  const done = new Set(applied.map(({ _id }) => Number(_id)))
  const known = new Set(migrations.map(({ number }) => number))
  return {
    missing: migrations.filter(({ number }) => !done.has(number)),
    newer: applied.filter(({ _id }) => !known.has(Number(_id))).map(({ _id, name }) => ({ number: Number(_id), name })),
  }
}

function refuseNewer(service: string, newer: { number: number; name: string }[]): void {
  if (newer.length === 0) return
  const names = newer.map(({ number, name }) => `${number} (${name})`).join(', ')
  throw new ConfigError(
    `The store of ${service} was migrated by a newer release, with ${counted(newer)} ${names}: run that release instead`,
  )
}

function counted(all: unknown[]): string {
  return all.length === 1 ? 'migration' : 'migrations'
}

function appliedIn(store: Store) {
  return store.collection<Applied>('migrations')
}
