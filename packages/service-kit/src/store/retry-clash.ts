import { isDuplicateKey } from './store.ts'

/** MongoDB may reject one of two concurrent upserts of a document; once more, it finds the document of the other. */
export async function retryClash<T>(upsert: () => Promise<T>): Promise<T> {
  try {
    return await upsert()
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
    return await upsert()
  }
}
