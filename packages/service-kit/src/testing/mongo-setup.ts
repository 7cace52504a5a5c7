import { findMongo } from './mongo-server.ts'

/** One MongoDB for all files of a run: starting one takes as long as a file of tests. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  const found = await findMongo().catch(() => null)
  if (found === null || 'missing' in found) return undefined
  process.env.MONGO_URL = found.value.url
  return found.value.stop
}
