import type { Document, Filter, IndexSpec, Store, Update } from './store.ts'

/** Error codes of MongoDB and the embedded store for a missing collection or index. */
const NOT_THERE = [26, 27]

/** Documents rewritten at a time: a running site gets its turn in between. */
const CHUNK_SIZE = 200

/** Creates missing indexes one by one, so that no other process waits for all of them. */
export async function makeIndexes(store: Store, collection: string, indexes: IndexSpec[]): Promise<void> {
  for (const index of indexes) await store.collection(collection).createIndexes([index])
}

export async function dropIndex(store: Store, collection: string, name: string): Promise<void> {
  try {
    await store.collection(collection).dropIndex(name)
  } catch (error) {
    if (!NOT_THERE.some((code) => code === Object(error).code)) throw error
  }
}

/** In batches, in the order of ids. `change` returns null to skip a document, as it must for one already rewritten. */
export async function rewriteDocuments<T extends Document>(
  store: Store,
  collection: string,
  change: (document: T) => Update<T> | null | Promise<Update<T> | null>,
): Promise<void> {
  const documents = store.collection<T>(collection)
  for (let after = ''; ; ) {
    const behind: Filter<Document> = { _id: { $gt: after } }
    const chunk = await documents.find(behind as Filter<T>, { sort: { _id: 1 }, limit: CHUNK_SIZE }).toArray()
    for (const document of chunk) {
      const update = await change(document)
      const same: Filter<Document> = { _id: document._id }
      if (update !== null) await documents.updateOne(same as Filter<T>, update)
    }
    if (chunk.length < CHUNK_SIZE) return
    after = chunk.at(-1)?._id ?? after
  }
}
