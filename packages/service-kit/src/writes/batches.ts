import { randomUUID } from 'node:crypto'
import type { Events } from '@aangan/contracts/events'
import { retryClash } from '../store/retry-clash.ts'
import { clashesOf, type Store } from '../store/store.ts'
import { type DocumentEvent, documentOf, LONGEST_DELAY_MS, type Revised, type Stored } from './document.ts'
import { bury, removedAmong } from './remove.ts'
import type { Target } from './target.ts'
import type { Outbox } from './writes.ts'

export interface BatchesOptions<T extends Revised, E> {
  documents: string
  removed: string
  batches: string
  /** Called when the documents are announced, with what they are by then. */
  eventsOf: (documents: T[]) => DocumentEvent<E>[]
}

interface Batch extends Stored {
  ids: string[]
}

/** Documents written and announced at once. More hold the event loop for longer: see `npm run bench -- search`. */
export const BATCH_SIZE = 64
/** A process writes a batch within this time, or is taken for dead; what it wrote is then announced. */
const PATIENCE_MS = LONGEST_DELAY_MS

/**
 * One write for each document, and one event for hundreds. A batch with the ids is stored first and announced by the
 * relay, so every acknowledged document is announced.
 */
export function createBatches<T extends Revised, E = Events>(store: Store, options: BatchesOptions<T, E>) {
  const documents = store.collection<Stored>(options.documents)
  const batches = store.collection<Batch>(options.batches)
  const listeners = new Set<(id: string) => void>()
  const target: Target = {
    name: options.documents,
    documents,
    removed: store.collection(options.removed),
    wake: () => undefined,
  }

  async function addBatch(batch: readonly T[]): Promise<T[]> {
    const removed = await removedAmong(target, idsOf(batch))
    const wanted = batch.filter(({ _id }) => !removed.has(_id)).map((document) => ({ ...document, rev: 1 }))
    if (wanted.length === 0) return []
    const [_id, ids] = [randomUUID(), idsOf(wanted)]
    await batches.insertOne({ _id, rev: 1, ids, outboxDue: Date.now() + PATIENCE_MS })
    const existing = new Set(await insert(wanted))
    const added = wanted.filter((_, index) => !existing.has(index))
    if (added.length === 0) {
      await batches.deleteOne({ _id })
      return []
    }
    // A process taken for dead may find its batch announced without the later documents: then it is stored again.
    const due = { ids: idsOf(added), outboxDue: 0, rev: 2 }
    await batches.updateOne({ _id }, { $set: due }, { upsert: true })
    for (const heard of listeners) heard(_id)
    return added
  }

  /** Returns the positions of those whose id already exists. */
  async function insert(wanted: T[]): Promise<number[]> {
    try {
      await documents.bulkWrite(
        wanted.map((document) => ({ insertOne: { document } })),
        { ordered: false },
      )
      return []
    } catch (error) {
      return clashesOf(error)
    }
  }

  async function settle(found: Stored): Promise<Stored> {
    const { ids } = found as Batch
    // Removed between the check and the write: delete them again.
    for (const id of await removedAmong(target, ids)) await bury(target, id)
    const stored = await documents.find({ _id: { $in: ids } }).toArray()
    const events = await eventsOf(stored.map((document) => documentOf<T>(document)))
    // Another run may find other documents: the bus must not take its event for a duplicate.
    const outbox = events.map(({ subject, data }) => ({ id: `${subject}:${randomUUID()}`, subject, data }))
    return { ...found, outbox }
  }

  async function eventsOf(added: T[]): Promise<DocumentEvent<E>[]> {
    try {
      return options.eventsOf(added)
    } catch (error) {
      if (added.length <= 1) throw error
      return options.eventsOf(await setApart(added))
    }
  }

  /** Returns the readable ones. Each other becomes a batch of its own, which the relay retries and logs by its id. */
  async function setApart(added: T[]): Promise<T[]> {
    const readable: T[] = []
    for (const document of added) {
      try {
        options.eventsOf([document])
        readable.push(document)
      } catch {
        const own = { $set: { rev: 1, ids: [document._id], outboxDue: 0 } }
        await retryClash(() => batches.updateOne({ _id: document._id }, own, { upsert: true }))
      }
    }
    return readable
  }

  const outbox: Outbox = { collection: batches, settle, isSpent: true, atOnce: 1 }
  return {
    /** Adds documents with `rev` 1, skipping ids that exist or were removed. Returns the new ones. */
    async add(all: readonly T[]): Promise<T[]> {
      const added: T[] = []
      for (let at = 0; at < all.length; at += BATCH_SIZE)
        added.push(...(await addBatch(all.slice(at, at + BATCH_SIZE))))
      return added
    },
    pending: () => batches.countDocuments({ outboxDue: { $lte: Date.now() } }),
    outboxes: [outbox],
    listen(heard: (id: string) => void) {
      listeners.add(heard)
      return () => listeners.delete(heard)
    },
  }
}

function idsOf(documents: readonly { _id: string }[]): string[] {
  return documents.map(({ _id }) => _id)
}
