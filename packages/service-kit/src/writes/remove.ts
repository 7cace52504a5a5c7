import { AppError } from '../errors.ts'
import { type AnyEvent, documentOf, pendingOf, type Revised, type Stored, type Tombstone } from './document.ts'
import type { Target } from './target.ts'

/** How often concurrent changes may get between reading the document and deleting it. */
const TRIES = 60

export async function remove<T extends Revised>(
  target: Target,
  id: string,
  { decide, now }: { decide: (current: T) => readonly AnyEvent[]; now: Date },
): Promise<boolean> {
  const stored = await target.documents.findOne({ _id: id })
  if (stored === null) return false
  const rev = stored.rev + 1
  const outbox = [...(stored.outbox ?? []), ...pendingOf(id, rev, decide(documentOf<T>(stored)))]
  // Stored before the document is deleted: after a crash, the relay finds it and completes the removal.
  const tombstone = { rev, removedAt: now.toISOString(), outbox, outboxDue: 0 }
  await target.removed.updateOne({ _id: id }, { $setOnInsert: tombstone }, { upsert: true })
  await bury(target, id)
  target.wake(id)
  return true
}

/**
 * A change saved meanwhile counts as made before the removal: its events move to the tombstone, whose own `rev` rises
 * above it. Returns the tombstone once the document is gone; null if there is none.
 */
export async function bury(target: Target, id: string): Promise<Tombstone | null> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const document = await target.documents.findOne({ _id: id })
    // Read after the document is known to be gone: only then can nobody raise it any more.
    const tombstone = await target.removed.findOne({ _id: id })
    if (document === null || tombstone === null) return tombstone
    if (tombstone.rev <= document.rev) {
      const raised = above(tombstone, document)
      await target.removed.updateOne({ _id: id, rev: { $lt: raised.rev } }, { $set: raised })
    }
    await target.documents.deleteOne({ _id: id, rev: document.rev })
  }
  throw new AppError('CONFLICT', 'Somebody else was changing this at the same time. Try again in a moment.', {
    cause: new Error(`${target.name} ${id} was changed concurrently during each of ${TRIES} tries to remove it`),
  })
}

/** Adds the document's pending events to the tombstone, with the removal's own events last. */
function above({ rev, outbox = [] }: Tombstone, document: Stored) {
  const own = outbox.filter(({ data }) => data.rev === rev)
  const raised = document.rev + 1
  return { rev: raised, outbox: [...(document.outbox ?? []), ...pendingOf(document._id, raised, own)], outboxDue: 0 }
}

export async function removedAmong({ removed }: Target, ids: string[]): Promise<Set<string>> {
  const found = await removed.find({ _id: { $in: ids } }, { projection: { _id: 1 } }).toArray()
  return new Set(found.map(({ _id }) => _id))
}

/** Throws GONE for a removed id, and deletes any document created under it since. */
export async function refuseRemoved(target: Target, id: string): Promise<void> {
  if ((await bury(target, id)) === null) return
  throw new AppError('GONE', 'This was removed.', {
    cause: new Error(`${target.name} ${id} was removed; its id cannot be reused`),
  })
}
