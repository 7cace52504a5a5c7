import { randomBytes } from 'node:crypto'
import { type Collection, type Document, isDuplicateKey } from './store.ts'

const ID_BYTES = 12

interface Moving extends Document {
  /** The new id, so that a repetition and another process use the same one. */
  movedTo?: string | null
}

/**
 * Moves a document to a random id, for one whose id names somebody or can be computed from a name, and changes it.
 * Idempotent, also beside another process.
 */
export async function moveToRandomId<T extends Document>(
  collection: Collection<T>,
  id: string,
  change: Partial<T>,
): Promise<void> {
  const documents = collection as unknown as Collection<Moving>
  const movedTo = randomBytes(ID_BYTES).toString('hex')
  await documents.updateOne({ _id: id, movedTo: null }, { $set: { movedTo } })
  const found = await documents.findOne({ _id: id })
  if (!found?.movedTo) return
  const { _id, movedTo: newId, ...facts } = found
  try {
    await documents.insertOne({ ...facts, ...change, _id: newId })
  } catch (error) {
    if (!isDuplicateKey(error)) throw error
  }
  await documents.deleteOne({ _id })
}
