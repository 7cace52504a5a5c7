import { type AnyEvent, outboxOf, type Revised } from './document.ts'
import { bury, removedAmong } from './remove.ts'
import type { Target } from './target.ts'

export async function add<T extends Revised>(
  target: Target,
  documents: readonly T[],
  eventsOf: (document: T) => readonly AnyEvent[],
): Promise<number> {
  const ids = documents.map(({ _id }) => _id)
  const removed = await removedAmong(target, ids)
  const wanted = documents.filter(({ _id }) => !removed.has(_id))
  if (wanted.length === 0) return 0
  const operations = wanted.map((document) => {
    const { _id, ...fields } = { ...document, rev: 1, ...outboxOf(document._id, 1, eventsOf(document)) }
    return { updateOne: { filter: { _id }, update: { $setOnInsert: fields }, upsert: true } }
  })
  const { upsertedCount } = await target.documents.bulkWrite(operations, { ordered: false })
  // Removed between the check and the write: delete them again.
  for (const id of await removedAmong(target, ids)) await bury(target, id)
  for (const { _id } of wanted) target.wake(_id)
  return upsertedCount
}
