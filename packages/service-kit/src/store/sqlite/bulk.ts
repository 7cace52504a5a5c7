import { setTimeout as delay } from 'node:timers/promises'
import { type BulkOperation, type BulkOutcome, type Document, isDuplicateKey } from '../store.ts'
import { BulkWriteError, isMisuse, refuse } from './errors.ts'
import { deleteOne, insertOne, type Target, updateOne } from './write.ts'

/** A piece works for so long, then commits: with the commit itself, others wait less than 20 ms for the lock. */
const PIECE_MS = 8
/** Between pieces the lock is free for longer than a waiting process takes to ask again. */
const PAUSE_MS = 2

/** MongoDB's code for a document or an update that it refuses. */
const BAD_VALUE = 2

type WriteError = BulkWriteError['writeErrors'][number]

/**
 * Writes in pieces, each one transaction. An operation that clashes or is refused is skipped.
 *
 * @throws BulkWriteError naming what was skipped, once all others are in
 */
export async function bulkWrite<T extends Document>(
  target: Target,
  operations: BulkOperation<T>[],
): Promise<BulkOutcome> {
  if (operations.length === 0) refuse('bulkWrite needs at least one operation')
  const outcome = { insertedCount: 0, matchedCount: 0, modifiedCount: 0, upsertedCount: 0, deletedCount: 0 }
  const failed: WriteError[] = []
  for (let next = 0; next < operations.length; ) {
    if (next > 0) await delay(PAUSE_MS)
    next = await target.writer.transact(() => writePiece(target, operations, next, outcome, failed))
  }
  if (failed.length > 0) throw new BulkWriteError(failed)
  return outcome
}

/** Answers the index of the first operation that is left for the next piece. */
function writePiece<T extends Document>(
  target: Target,
  operations: BulkOperation<T>[],
  from: number,
  outcome: BulkOutcome,
  failed: WriteError[],
): number {
  const end = performance.now() + PIECE_MS
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
    refuse('bulkWrite takes insertOne, updateOne and deleteOne')
  }
}

/** What concerns one operation; anything else, such as a full disk, ends the whole. */
function refusal(error: unknown): { code: number; errmsg: string } {
  if (isDuplicateKey(error) && error instanceof Error) return { code: 11000, errmsg: error.message }
  if (isMisuse(error)) return { code: BAD_VALUE, errmsg: error.message }
  throw error
}
