/**
 * The narrow part of MongoDB's collection that services may use. The driver's own `Collection` satisfies it unwrapped
 * (`mongo.ts` proves that at compile time) and the embedded store implements it on SQLite, so what is not named here
 * does not exist for a service. Documents are JSON values: times are ISO 8601 text, ids text.
 *
 * For speed on both: filter and sort on fields that an index names, equalities first, then the range or sort; leave out
 * of a sort what an equality fixes (SQLite would sort by it); index a text or a number, never a list (in SQLite a
 * condition on a list reads every document that the rest leaves), and find what has a field with `$ne: null`, not
 * `$exists`. A changed index takes a new name (MongoDB refuses the old one) and a migration that drops the old one.
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

/** Conditions by field; a dotted path reaches into nested documents. All must hold. */
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
  /** Answers the document after the update, or null where none matched. */
  findOneAndUpdate(
    filter: Filter<T>,
    update: Update<T>,
    options: { returnDocument: 'after'; upsert?: boolean },
  ): Promise<T | null>
  deleteOne(filter: Filter<T>): Promise<{ deletedCount: number }>
  /** Unordered: what clashes is skipped and reported by throwing once all others are in. */
  bulkWrite(operations: BulkOperation<T>[], options: { ordered: false }): Promise<BulkOutcome>
  createIndexes(indexes: IndexSpec[]): Promise<unknown>
  /** MongoDB's own, `_id_`, may be among them. MongoDB throws for a collection that is not there yet. */
  indexes(): Promise<{ name?: string }[]>
  dropIndex(name: string): Promise<unknown>
}

export interface Store {
  collection<T extends Document>(name: string): Collection<T>
  /** Throws when the store does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Tells a clash with a unique index from every other failure, on both stores. */
export function isDuplicateKey(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11000
}

/**
 * The indexes of a `bulkWrite`'s operations that clashed with a unique index, on both stores.
 * @throws `error` where anything else failed as well
 */
export function clashesOf(error: unknown): number[] {
  const { writeErrors } = Object(error) as { writeErrors?: { index: number; code?: unknown } | { index: number }[] }
  const failed = [writeErrors ?? []].flat()
  if (failed.length === 0 || !failed.every(isDuplicateKey)) throw error
  return failed.map(({ index }) => index)
}

/** The driver's errors for a server that is away, silent or changing over; its codes for one that is shutting down. */
const AWAY =
  /^Mongo(ServerSelection|Network|NetworkTimeout|PoolCleared|PoolClosed|WaitQueueTimeout|TopologyClosed)Error$/
const STEPPING_DOWN = [91, 189, 10107, 11600, 11602, 13435, 13436]

/** Tells that the store did not answer, on both stores: 503, and worth another try. A write may be in all the same. */
export function isStoreUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : undefined
  return AWAY.test(error.name) || code === 'UNAVAILABLE' || STEPPING_DOWN.some((known) => known === code)
}
