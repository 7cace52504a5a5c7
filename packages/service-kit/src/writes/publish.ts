import type { Logger } from 'pino'
import { isAppError } from '../errors.ts'
import { isOutage } from '../outage.ts'
import type { BulkOperation, Collection } from '../store/store.ts'
import { LONGEST_DELAY_MS, type Pending, type Stored } from './document.ts'
import type { Outbox } from './writes.ts'

/** An event that the bus rejects would be rejected again; newer ones of its document wait behind it. */
const REFUSED_MS = LONGEST_DELAY_MS

export interface Publisher {
  publish(event: Pending): Promise<void>
}

export interface Publishing {
  bus: Publisher
  log: Logger
  now: () => Date
}

interface Outcome {
  document: Stored
  published: string[]
  error: unknown
}

/** In order for each line, and safe in several processes at once. Throws UNAVAILABLE if the bus is unavailable. */
export async function publishBatch(parts: Publishing, outbox: Outbox, found: Stored[]): Promise<void> {
  const { collection } = outbox
  const lines = linesOf(await settleAll(parts, outbox, found), outbox)
  const outcomes = (await Promise.all(lines.map((line) => publishLine(parts.bus, line)))).flat()
  await clear(outbox, outcomes.filter(isDone))
  const failed = outcomes.filter((outcome) => !isDone(outcome))
  await postpone(parts, collection, failed)
  const away = failed.find(({ error }) => isAway(error))
  if (away) throw away.error
}

/** A document that cannot be read is postponed, so that the others are published. */
async function settleAll(parts: Publishing, { collection, settle }: Outbox, found: Stored[]): Promise<Stored[]> {
  const settled: Stored[] = []
  const unreadable: Outcome[] = []
  for (const [at, result] of (await Promise.allSettled(found.map(settle))).entries()) {
    const document = found[at]
    if (result.status === 'fulfilled') settled.push(...(result.value === null ? [] : [result.value]))
    else if (isOutage(result.reason) || !document) throw result.reason
    else unreadable.push({ document, published: [], error: result.reason })
  }
  await postpone(parts, collection, unreadable)
  return settled
}

function linesOf(documents: Stored[], { lineOf = ({ _id }) => _id }: Outbox): Stored[][] {
  const lines = new Map<string, Stored[]>()
  for (const document of documents) {
    const name = lineOf(document)
    lines.set(name, [...(lines.get(name) ?? []), document])
  }
  return [...lines.values()].map((line) => line.sort((one, other) => one.rev - other.rev))
}

/** Stops if the bus is unavailable: later events must not overtake unpublished ones. */
async function publishLine(bus: Publisher, line: Stored[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const document of line) {
    const outcome = await publishAll(bus, document)
    outcomes.push(outcome)
    if (isAway(outcome.error)) break
  }
  return outcomes
}

async function publishAll(bus: Publisher, document: Stored): Promise<Outcome> {
  const published: string[] = []
  try {
    for (const event of document.outbox ?? []) {
      await bus.publish(event)
      published.push(event.id)
    }
    return { document, published, error: null }
  } catch (error) {
    return { document, published, error }
  }
}

/** A document that was changed meanwhile keeps its new events. */
async function clear({ collection, isSpent = false }: Outbox, done: Outcome[]): Promise<void> {
  if (done.length === 0) return
  const operations = done.map(({ document: { _id, rev } }): BulkOperation<Stored> => {
    const filter = { _id, rev }
    if (isSpent) return { deleteOne: { filter } }
    return { updateOne: { filter, update: { $unset: { outbox: '', outboxDue: '' } } } }
  })
  const { matchedCount, deletedCount } = await collection.bulkWrite(operations, { ordered: false })
  if (matchedCount + deletedCount < done.length) await pull(collection, done)
}

async function pull(collection: Collection<Stored>, outcomes: Outcome[], fields: Partial<Stored> = {}): Promise<void> {
  const operations: BulkOperation<Stored>[] = outcomes.map(({ document: { _id }, published }) => ({
    updateOne: { filter: { _id }, update: { $pull: { outbox: { id: { $in: published } } }, $set: fields } },
  }))
  if (operations.length > 0) await collection.bulkWrite(operations, { ordered: false })
}

async function postpone({ log, now }: Publishing, collection: Collection<Stored>, failed: Outcome[]): Promise<void> {
  const refused = failed.filter(({ error }) => !isAway(error))
  for (const { document, error } of refused) {
    log.error(
      { err: error, document: document._id },
      `the events of a document could not be published; retrying in ${REFUSED_MS} ms`,
    )
  }
  await pull(collection, refused, { outboxDue: now().getTime() + REFUSED_MS })
}

function isDone({ error }: Outcome): boolean {
  return error === null
}

function isAway(error: unknown): boolean {
  return isAppError(error) && error.code === 'UNAVAILABLE'
}
