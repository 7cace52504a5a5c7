import { isStorageFailure } from './sqlite/errors.ts'

/**
 * The subset of MongoDB's collection that services may use. The driver's own `Collection` satisfies it unwrapped
 * (`mongo.ts` proves that at compile time), and the embedded store implements it on SQLite. Documents are JSON values:
 * times are ISO 8601 text, ids text.
 *
 * For speed on both: filter and sort on indexed fields, equalities first, then the range or sort; leave out of a sort
 * what an equality fixes (SQLite would sort by it); index text or numbers, never lists (in SQLite a condition on a list
 * reads every document that the other conditions leave), and test for a field with `$ne: null`, not `$exists`. A
 * changed index needs a new name (MongoDB rejects the old one) and a migration that drops the old one.
 */

export interface Document {
  _id: string
}

type Comparable = string | number | boolean | null

export interface Condition<V = unknown> {
  $eq?: V
  $ne?: V
  $in?: readonly V[]
  $gt?: V
  $gte?: V
  $lt?: V
  $lte?: V
  $exists?: boolean
}

/** All conditions must hold; a dotted path reaches into nested documents. */
export type Filter<T> = { [K in keyof T]?: T[K] | Condition<T[K]> } & {
  [path: `${string}.${string}`]: Comparable | Condition
}

export interface Update<T> {
  $set?: Partial<T> | Record<string, unknown>
  $unset?: Record<string, '' | true | 1>
  $inc?: Record<string, number>
  $max?: Record<string, string | number>
  $push?: Record<string, unknown>
  $addToSet?: Record<string, unknown>
  $pull?: Record<string, unknown>
  $setOnInsert?: Partial<T> | Record<string, unknown>
}

export type SortOrder = Record<string, 1 | -1>

export interface FindOptions {
  sort?: SortOrder
  limit?: number
  projection?: Record<string, 0 | 1>
}

export interface Cursor<T> extends AsyncIterable<T> {
  toArray(): Promise<T[]>
}

export interface UpdateOutcome {
  matchedCount: number
  modifiedCount: number
  upsertedCount: number
}

export interface IndexSpec {
  name: string
  key: SortOrder
  unique?: boolean
}

export type BulkOperation<T> =
  | { insertOne: { document: T } }
  | { updateOne: { filter: Filter<T>; update: Update<T>; upsert?: boolean } }
  | { deleteOne: { filter: Filter<T> } }

export interface BulkOutcome {
  insertedCount: number
  matchedCount: number
  modifiedCount: number
  upsertedCount: number
  deletedCount: number
}

export interface Collection<T extends Document> {
  findOne(filter: Filter<T>, options?: FindOptions): Promise<T | null>
  find(filter: Filter<T>, options?: FindOptions): Cursor<T>
  countDocuments(filter: Filter<T>, options?: { limit?: number }): Promise<number>
  insertOne(document: T): Promise<unknown>
  updateOne(filter: Filter<T>, update: Update<T>, options?: { upsert?: boolean }): Promise<UpdateOutcome>
  /** Returns the document after the update, or null if none matched. */
  findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    options: { returnDocument: 'after'; upsert?: boolean },
  ): Promise<T | null>
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>
  /** Skips operations that clash and throws once all others are written. */
  bulkWrite(operations: BulkOperation<T>[], options: { ordered: false }): Promise<BulkOutcome>
  createIndexes(indexes: IndexSpec[]): Promise<unknown>
  /** May include MongoDB's `_id_`. MongoDB throws if the collection does not exist. */
  indexes(): Promise<{ name?: string }[]>
  dropIndex(name: string): Promise<unknown>
}

export interface StoreOptions {
  name: string
  /** For tools: waits for a response for as long as it takes, such as that to a new index of many documents. */
  isPatient?: boolean
}

export interface Store {
  collection<T extends Document>(name: string): Collection<T>
  /** Throws if the store does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000
}

/** Returns the positions of operations that clashed with a unique index. Rethrows any other failure. */
export function clashesOf(error: unknown): number[] {
  const { writeErrors } = Object(error) as { writeErrors?: { index: number; code?: unknown } | { index: number }[] }
  const failed = [writeErrors ?? []].flat()
  if (failed.length === 0 || !failed.every(isDuplicateKey)) throw error
  return failed.map(({ index }) => index)
}

/** The driver's errors for a server that is down, silent or failing over, or a client that is closed. */
const AWAY =
  /^Mongo(ServerSelection|Network|NetworkTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|TopologyClosed|OperationTimeout|NotConnected|ClientClosed)Error$/
/**
 * Codes of a server that is shutting down or failing over (6 to 11602), lacks replicas or time to acknowledge (64, 100,
 * 50, 262), has a full disk (14031) or refuses our credentials (13, 18).
 */
const AWAY_CODES = new Set([
  ...[6, 7, 63, 89, 91, 133, 134, 150, 189, 9001, 10058, 10107, 11600, 11602, 13388, 13435, 13436],
  ...[50, 64, 100, 262, 14031, 13, 18, 391],
])

/** The store did not respond: 503, and worth a retry. A write may have been applied all the same. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code, errorResponse } = error as { code?: unknown; errorResponse?: unknown }
  if (AWAY.test(error.name) || code === 'UNAVAILABLE' || isStorageFailure(error)) return true
  if (error.name.startsWith('Mongo') && AWAY_CODES.has(Number(code))) return true
  // A bulk write has the error that ended it here, not as its cause.
  return errorResponse !== error && isStoreUnavailable(errorResponse)
}
