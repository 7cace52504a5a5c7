import type { Collection, Document, IndexSpec } from './store.ts'

/** What MongoDB answers where there is no such collection, and where another process has dropped the index already. */
const NO_COLLECTION = 26
const NO_INDEX = 27

/**
 * Makes these the indexes of a collection: creates what is missing, and drops what an earlier release has made and every
 * write would go on paying for. Several processes may do so at once.
 */
export async function keepIndexes<T extends Document>(collection: Collection<T>, indexes: IndexSpec[]): Promise<void> {
  const wanted = new Set(['_id_', ...indexes.map(({ name }) => name)])
  const obsolete = (await indexesOf(collection)).filter(({ name }) => name !== undefined && !wanted.has(name))
  const keys = new Set(indexes.map(({ key }) => JSON.stringify(key)))
  // MongoDB refuses a second index of the same fields, and the others serve until their successors are there.
  const inTheWay = obsolete.filter(({ key }) => keys.has(JSON.stringify(key)))
  await dropAll(collection, inTheWay)
  await collection.createIndexes(indexes)
  await dropAll(
    collection,
    obsolete.filter((index) => !inTheWay.includes(index)),
  )
}

async function indexesOf<T extends Document>(collection: Collection<T>) {
  try {
    return await collection.indexes()
  } catch (error) {
    if (isCode(error, NO_COLLECTION)) return []
    throw error
  }
}

async function dropAll<T extends Document>(collection: Collection<T>, indexes: { name?: string }[]): Promise<void> {
  for (const { name } of indexes) {
    try {
      if (name !== undefined) await collection.dropIndex(name)
    } catch (error) {
      if (!isCode(error, NO_INDEX, 'NOT_FOUND')) throw error
    }
  }
}

function isCode(error: unknown, ...codes: (number | string)[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code)
}
