import { setTimeout as delay } from 'node:timers/promises'
import { AppError, PART_UNAVAILABLE } from '../../errors.ts'
import type { Catalog } from './catalog.ts'
import type { Connection } from './connection.ts'
import { isBusy } from './errors.ts'
import { PROBE, rememberFailure } from './failing-writes.ts'
import type { Flushes } from './flushes.ts'

const LOCK_DEADLINE_MS = 10_000
const RETRY_MS = 1

/** The only connection of a store that writes. */
export interface Writer {
  connection: Connection
  catalog: Catalog
  /**
   * What `work` reads cannot change before it commits, in any process. Waits for other processes without blocking the
   * event loop; throws an AppError UNAVAILABLE if the lock stays taken for 10 s. The commit may not be on the disk yet.
   */
  transact<R>(work: () => R): Promise<R>
  /** Returns the outcome of `writing` once it may be acknowledged: a refusal, too, may be due to an unflushed commit. */
  acknowledge<R>(writing: Promise<R>): Promise<R>
  /** Throws while the disk fails writes. */
  ping(): Promise<void>
}

export interface WriterParts {
  connection: Connection
  catalog: Catalog
  flushes: Flushes
  /** Called after each commit. */
  wrote(): void
}

export function makeWriter({ connection, catalog, flushes, wrote }: WriterParts): Writer {
  const failing = rememberFailure(flushes.file)

  async function transact<R>(work: () => R): Promise<R> {
    const deadline = performance.now() + LOCK_DEADLINE_MS
    // Never await between BEGIN and COMMIT, or another caller of this process would join the transaction.
    while (!failing.during(() => tryBegin(connection))) {
      if (performance.now() > deadline) {
        const cause = new Error(`The store was locked by another process for ${LOCK_DEADLINE_MS} ms`)
        throw new AppError('UNAVAILABLE', PART_UNAVAILABLE, { cause })
      }
      await delay(RETRY_MS)
    }
    const result = failing.during(() => complete(connection, catalog, work))
    flushes.wrote()
    wrote()
    return result
  }

  return {
    connection,
    catalog,
    transact,
    async ping() {
      flushes.checkFiles()
      await failing.check(() => transact(() => connection.exec(PROBE)))
    },
    async acknowledge(writing) {
      try {
        return await writing
      } finally {
        await flushes.flushed()
      }
    },
  }
}

function tryBegin(connection: Connection): boolean {
  try {
    connection.run('BEGIN IMMEDIATE')
    return true
  } catch (error) {
    if (isBusy(error)) return false
    throw error
  }
}

function complete<R>(connection: Connection, catalog: Catalog, work: () => R): R {
  try {
    catalog.refresh()
    const result = work()
    connection.run('COMMIT')
    return result
  } catch (error) {
    catalog.forget()
    // A full disk makes SQLite roll back by itself.
    if (connection.inTransaction) connection.run('ROLLBACK')
    throw error
  }
}
