import { findMongo } from './mongo-server.ts'

/**
 * For vitest's globalSetup: one MongoDB for all files of a run, since to start one takes as long as a file of tests. Where
 * there is none, or it does not start, each file says so itself.
 */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const found = await findMongo().catch(() => null)
  if (found === null || 'missing' in found) return undefined
  process.env.MONGO_URL = found.value.url
  return found.value.stop
}
