import type { Collection } from './store.ts'

/** `expiresAt` is in ISO 8601 and indexed. */
export interface Expiring {
  _id: string
  expiresAt: string
}

const CHUNK_SIZE = 500

export function unlessExpired<T extends Pick<Expiring, 'expiresAt'>>(document: T | null, now: Date): T | null {
  return document !== null && document.expiresAt > now.toISOString() ? document : null
}

export async function removeExpired(expired: Collection<Expiring>, now: Date): Promise<void> {
  for (;;) {
    const gone = await expired.find({ expiresAt: { $lte: now.toISOString() } }, { limit: CHUNK_SIZE }).toArray()
    if (gone.length === 0) return
    await expired.bulkWrite(
      gone.map(({ _id }) => ({ deleteOne: { filter: { _id } } })),
      { ordered: false },
    )
    if (gone.length < CHUNK_SIZE) return
  }
}
