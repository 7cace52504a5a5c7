import { afterAll } from 'vitest'
import { findMongo, freshDatabase } from './mongo-server.ts'
import { needs } from './needs.ts'

/** Generous, since these tests do not measure time and the machine may be busy. */
const PATIENCE = 'serverSelectionTimeoutMS=60000&connectTimeoutMS=60000&waitQueueTimeoutMS=60000&socketTimeoutMS=60000'

/** Await it first in the file: without a server the tests are skipped. Returns a function that names a new database. */
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
