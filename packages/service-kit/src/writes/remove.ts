import { AppError } from '../errors.ts'
import { type AnyEvent, documentOf, pendingOf, type Revised, type Stored, type Tombstone } from './document.ts'
import type { Target } from './target.ts'

/** How often changes may come between a removal's look at the document and its deletion. */
const TRIES = 60

/** Removes a document; false where there is none. See `Writes.remove`. */
export async function remove<T extends Revised>(
  target: Target,
  id: string,
  { decide, now }: { decide: (current: T) => readonly AnyEvent[]; now: Date },
): Promise<boolean> {
  const stored = await target.documents.findOne({ _id: id })
  if (stored === null) return false
  const rev = stored.rev + 1
  const outbox = [...(stored.outbox ?? []), ...pendingOf(id, rev, decide(documentOf<T>(stored)))]
  // It stands before the document goes: whatever comes in between, the removal is finished by whoever finds it.
  const tombstone = { rev, removedAt: now.toISOString(), outbox, outboxDue: 0 }
  await target.removed.updateOne({ _id: id }, { $setOnInsert: tombstone }, { upsert: true })
  await bury(target, id)
  target.wake(id)
  return true
}

/**
 * Deletes the document of a tombstone. A change that was saved in the meantime counts as made before the removal: its
 * events go into the tombstone, whose own `rev` rises above it.
 *
 * @returns the tombstone once the document is gone; null where there is none.
 */
export async function bury(target: Target, id: string): Promise<Tombstone | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const document = await target.documents.findOne({ _id: id })
    // Read after the document is known to be gone: only then nobody raises it any more.
    const tombstone = await target.removed.findOne({ _id: id })
    if (document === null || tombstone === null) return tombstone
    if (tombstone.rev <= document.rev) {
      const raised = above(tombstone, document)
      await target.removed.updateOne({ _id: id, rev: { $lt: raised.rev } }, { $set: raised })
    }
    await target.documents.deleteOne({ _id: id, rev: document.rev })
  }
  throw new AppError(
    'CONFLICT',
    `${target.name} ${id} was changed by others during each of ${TRIES} tries to remove it.`,
  )
}

/** The tombstone as it follows this document: with all that is pending, and the removal's own events last. */
function above({ rev, outbox = [] }: Tombstone, document: Stored) {
  const own = outbox.filter(({ data }) => data.rev === rev)
  const raised = document.rev + 1
  return { rev: raised, outbox: [...(document.outbox ?? []), ...pendingOf(document._id, raised, own)], outboxDue: 0 }
}

/** Those of the ids that were removed. */
export async function removedAmong({ removed }: Target, ids: string[]): Promise<Set<string>> {
  const found = await removed.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** Throws GONE for an id that was removed, and takes away what came in under it since. */
export async function refuseRemoved(target: Target, id: string): Promise<void> {
  if ((await bury(target, id)) === null) return
  throw new AppError('GONE', `${target.name} ${id} was removed: its id is not used again.`)
}
