import type { BulkOperation, Collection, Document, Filter } from './store.ts'

/** Removes up to `limit` documents. Returns false once there are none left. */
export async function removeSome<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  limit: number,
): Promise<boolean> {
  const found = await collection.find(filter, { limit, projection: { _id: 1 } }).toArray()
  if (found.length === 0) return false
  const operations = found.map(({ _id }) => ({ deleteOne: { filter: { _id } } }) as BulkOperation<T>)
  await collection.bulkWrite(operations, { ordered: false })
  return found.length === limit
}
