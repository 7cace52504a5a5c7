import { afterAll } from 'vitest'
import { findMongo, freshDatabase } from './mongo-server.ts'
import { needs } from './needs.ts'

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
  return () => freshDatabase(server().url)
}
