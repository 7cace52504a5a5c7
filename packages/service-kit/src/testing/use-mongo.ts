import { afterAll } from 'vitest'
import { findMongo, freshDatabase } from './mongo-server.ts'
import { needs } from './needs.ts'

/** A server on a busy machine is slow, and these tests do not ask how long it takes. */
const PATIENCE = 'serverSelectionTimeoutMS=60000&connectTimeoutMS=60000&waitQueueTimeoutMS=60000&socketTimeoutMS=60000'

/**
 * The server that `findMongo` finds, for all tests of a file; it is stopped after them. Await it first in the file:
 * without one the tests are skipped with that reason.
 *
 * @returns a function that names a new database at each call
 */
export async function useMongo(): Promise<() => string> {
  const found = await findMongo()
  const server = needs('MongoDB', found)
  afterAll(async () => {
    if ('value' in found) await found.value.stop()
  })
  return () => {
    const url = freshDatabase(server().url)
    return `${url}${url.includes('?') ? '&' : '?'}${PATIENCE}`
  }
}
