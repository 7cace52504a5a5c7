import { randomUUID } from 'node:crypto'
import type { Events } from '@aangan/contracts/events'
import { clashesOf, type Store } from '../store/store.ts'
import { documentOf, type Happened, type Revised, type Stored } from './document.ts'
import { bury, removedAmong } from './remove.ts'
import type { Target } from './target.ts'
import type { Outbox } from './writes.ts'

export interface BatchesOptions<T extends Revised, E> {
  /** The collection of the documents. */
  documents: string
  /** The collection of what remains of removed ones. */
  removed: string
  /** The collection of batches that are not announced yet. */
  batches: string
  /** What others are told of new documents, as they are by then. */
  eventsOf: (documents: T[]) => Happened<E>[]
}

/** The ids of documents that are added together. */
interface Batch extends Stored {
  ids: string[]
}

/** So many documents stand in one batch. */
const SIZE = 100
/** A process adds the documents of a batch within this time; if not, it died, and those that are in are announced. */
const PATIENCE_MS = 60_000

/**
 * Adds many documents that are announced together: one write for each, and one event for hundreds. An acknowledged
 * document is announced: a batch with its id is written before it, and the relay announces the batch.
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

  async function addPiece(piece: readonly T[]): Promise<T[]> {
    const removed = await removedAmong(target, idsOf(piece))
    const wanted = piece.filter(({ _id }) => !removed.has(_id)).map((document) => ({ ...document, rev: 1 }))
    if (wanted.length === 0) return []
    const [_id, ids] = [randomUUID(), idsOf(wanted)]
    await batches.insertOne({ _id, rev: 1, ids, outboxDue: Date.now() + PATIENCE_MS })
    const there = new Set(await insert(wanted))
    const added = wanted.filter((_, index) => !there.has(index))
    if (added.length === 0) {
      await batches.deleteOne({ _id })
      return []
    }
    // Whoever took the process for dead may have announced it already, without the later ones: then it is written again.
    const due = { ids: idsOf(added), outboxDue: 0, rev: 2 }
    await batches.updateOne({ _id }, { $set: due }, { upsert: true })
    for (const heard of listeners) heard(_id)
    return added
  }

  /** Returns the indexes of those whose id is there already. */
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
    // Removed between the first look and the write: away with it again.
    for (const id of await removedAmong(target, ids)) await bury(target, id)
    const there = await documents.find({ _id: { $in: ids } }).toArray()
    const events = options.eventsOf(there.map((document) => documentOf<T>(document)))
    // Another look may find other documents: the bus must not take its event for the same.
    const outbox = events.map(({ subject, data }) => ({ id: `${subject}:${randomUUID()}`, subject, data }))
    return { ...found, outbox }
  }

  const outbox: Outbox = { collection: batches, settle, isSpent: true, atOnce: 2 }
  return {
    /** Adds documents with `rev` 1. Those whose id is there or was removed are left out. Returns those that are new. */
    async add(all: readonly T[]): Promise<T[]> {
      const added: T[] = []
      for (let at = 0; at < all.length; at += SIZE) added.push(...(await addPiece(all.slice(at, at + SIZE))))
      return added
    },
    /** How many batches are due and not announced yet. */
    pending: () => batches.countDocuments({ outboxDue: { $lte: Date.now() } }),
    /** For the relay. */
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
