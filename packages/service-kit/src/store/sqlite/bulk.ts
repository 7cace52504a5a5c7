import { setTimeout as delay } from 'node:timers/promises'
import { type BulkOperation, type BulkOutcome, type Document, isDuplicateKey } from '../store.ts'
import { BulkWriteError, isMisuse, refuse } from './errors.ts'
import { deleteOne, insertOne, type Target, updateOne } from './write.ts'

/** Time limit of a batch: including its commit, other processes wait less than 20 ms for the lock. */
const BATCH_MS = 8
/** Longer than a waiting process takes to retry the lock. */
const PAUSE_MS = 2

const BAD_VALUE = 2

type WriteError = BulkWriteError['writeErrors'][number]

/** Skips operations that clash or are invalid, and names them in a BulkWriteError once all others are written. */
export async function bulkWrite<T extends Document>(
  target: Target,
  operations: BulkOperation<T>[],
): Promise<BulkOutcome> {
  if (operations.length === 0) refuse('bulkWrite needs at least one operation')
  const outcome = { insertedCount: 0, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, deletedCount: 0 }
  const failed: WriteError[] = []
  for (let next = 0; next < operations.length; ) {
    if (next > 0) await delay(PAUSE_MS)
    next = await target.writer.transact(() => writeBatch(target, operations, next, outcome, failed))
  }
  if (failed.length > 0) throw new BulkWriteError(failed)
  return outcome
}

function writeBatch<T extends Document>(
  target: Target,
  operations: BulkOperation<T>[],
  from: number,
  outcome: BulkOutcome,
  failed: WriteError[],
): number {
  const end = performance.now() + BATCH_MS
  let index = from
  for (const operation of operations.slice(from)) {
    try {
      writeOne(target, operation, outcome)
    } catch (error) {
      failed.push({ index, ...refusal(error) })
    }
    index += 1
    if (performance.now() > end) break
  }
  return index
}

function writeOne<T extends Document>(target: Target, operation: BulkOperation<T>, outcome: BulkOutcome): void {
  if ('insertOne' in operation) {
    insertOne(target, operation.insertOne.document)
    outcome.insertedCount += 1
  } else if ('updateOne' in operation) {
    const { filter, update, upsert } = operation.updateOne
    const counts = updateOne(target, filter, update, { upsert }).outcome
    outcome.matchedCount += counts.matchedCount
    outcome.modifiedCount += counts.modifiedCount
    outcome.upsertedCount += counts.upsertedCount
  } else if ('deleteOne' in operation) {
    outcome.deletedCount += deleteOne(target, operation.deleteOne.filter).deletedCount
  } else {
    refuse('bulkWrite accepts insertOne, updateOne and deleteOne')
  }
}

/** Errors of one operation are collected; any other, such as a full disk, ends the whole write. */
function refusal(error: unknown): { code: number; errmsg: string } {
  if (isDuplicateKey(error) && error instanceof Error) return { code: 11000, errmsg: error.message }
  if (isMisuse(error)) return { code: BAD_VALUE, errmsg: error.message }
  throw error
}
