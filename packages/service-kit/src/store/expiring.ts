import type { Collection } from './store.ts'

/** What is good until a time, in ISO 8601; an index on `expiresAt` finds what is over. */
export interface Expiring {
  _id: string
  expiresAt: string
}

const PIECE = 500

export function unlessExpired<T extends Pick<Expiring, 'expiresAt'>>(document: T | null, now: Date): T | null {
  return document !== null && document.expiresAt > now.toISOString() ? document : null
}

/** Removes what has expired, in pieces. */
export async function removeExpired(expired: Collection<Expiring>, now: Date): Promise<void> {
  for (;;) {
    const gone = await expired.find({ expiresAt: { $lte: now.toISOString() } }, { limit: PIECE }).toArray()
    if (gone.length === 0) return
    await expired.bulkWrite(
      gone.map(({ _id }) => ({ deleteOne: { filter: { _id } } })),
      { ordered: false },
    )
    if (gone.length < PIECE) return
  }
}
