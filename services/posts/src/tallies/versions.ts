import { randomBytes } from 'node:crypto'
import { type BulkOperation, type Collection, isDuplicateKey } from '@aangan/service-kit/store/store'

/** A document that anyone may count anew; `version` is another text after each change. */
export interface Versioned {
  _id: string
  version: string
}

const TRIES = 20

/** A document counted, before it is kept. */
export type Counted<T extends Versioned> = Omit<T, 'version'>

/**
 * Counts some documents anew and keeps the result, again until nobody else kept one in the meantime: a slow count never
 * covers a later one.
 *
 * @param ids the documents that `count` answers, whether they are there yet or not
 * @throws Error after many tries, each of which somebody else was faster than
 */
export async function recount<T extends Versioned>(
  collection: Collection<T>,
  ids: string[],
  count: () => Promise<Counted<T>[]>,
): Promise<void> {
  const documents: Collection<Versioned> = collection
  for (let tries = 0; tries < TRIES; tries += 1) {
    const before = await documents.find({ _id: { $in: ids } }).toArray()
    const operations = changes(new Map(before.map((one) => [one._id, one])), await count())
    if (await writeAll(documents, operations)) return
  }
  throw new Error(`Tallies such as ${ids[0]} changed during each of ${TRIES} counts`)
}

function changes(before: Map<string, Versioned>, after: Counted<Versioned>[]): BulkOperation<Versioned>[] {
  return after.flatMap((counted): BulkOperation<Versioned>[] => {
    const old = before.get(counted._id)
    const version = randomBytes(8).toString('hex')
    if (old === undefined) return [{ insertOne: { document: { ...counted, version } } }]
    if (isSame(old, counted)) return []
    const { _id, ...fields } = counted
    return [{ updateOne: { filter: { _id, version: old.version }, update: { $set: { ...fields, version } } } }]
  })
}

function isSame(old: object, counted: object): boolean {
  const kept = new Map<string, unknown>(Object.entries(old))
  return Object.entries(counted).every(([name, value]) => JSON.stringify(kept.get(name)) === JSON.stringify(value))
}

/** Answers false where somebody else was faster. */
async function writeAll(documents: Collection<Versioned>, operations: BulkOperation<Versioned>[]): Promise<boolean> {
  if (operations.length === 0) return true
  try {
    const { insertedCount, matchedCount } = await documents.bulkWrite(operations, { ordered: false })
    return insertedCount + matchedCount === operations.length
  } catch (error) {
    if (isDuplicateKey(error)) return false
    throw error
  }
}
