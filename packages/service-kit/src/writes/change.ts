import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../errors.ts'
import { isDuplicateKey } from '../store/store.ts'
import { documentOf, type Happened, outboxOf, pendingOf, type Revised, type Stored } from './document.ts'
import { refuseRemoved } from './remove.ts'
import type { Target } from './target.ts'

/** What a decision comes to: the whole document as it is to be, and what to tell others. */
export interface Change<T, E> {
  document: T
  events: Happened<E>[]
}

/** Enough for dozens who change one document at once: in each round one of them is done. */
const TRIES = 60
const LONGEST_PAUSE_MS = 40

/** Loads, asks `decide`, saves if nobody else saved in the meantime, else starts again. See `Writes.change`. */
export async function change<T extends Revised, E>(
  target: Target,
  id: string,
  decide: (current: T | null) => Change<T, E> | null,
): Promise<T | null> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const stored = await target.documents.findOne({ _id: id })
    const current = stored === null ? null : documentOf<T>(stored)
    const decided = decide(current)
    if (decided === null) return current
    const next = { ...decided.document, _id: id, rev: (current?.rev ?? 0) + 1 }
    const isSaved =
      current === null ? await create(target, next, decided.events) : await save(target, current, next, decided.events)
    if (isSaved) {
      target.wake(id)
      return next
    }
    await pause(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS))
  }
  throw new AppError('CONFLICT', `${target.name} ${id} was changed by others during each of ${TRIES} tries. Try again.`)
}

/** Only what differs is written: fields that are kept without a `rev`, such as copies of others, stay as they are. */
async function save<T extends Revised, E>(
  target: Target,
  current: T,
  next: T,
  events: Happened<E>[],
): Promise<boolean> {
  const before = new Map<string, unknown>(Object.entries(current))
  const after = new Map<string, unknown>(Object.entries(next).filter(([, value]) => value !== undefined))
  const changed = [...after].filter(([name, value]) => !isDeepStrictEqual(value, before.get(name)))
  const gone = [...before.keys()].filter((name) => !after.has(name))
  const isPending = events.length > 0
  const update = {
    $set: { ...Object.fromEntries(changed), ...(isPending && { outboxDue: 0 }) },
    ...(gone.length > 0 && { $unset: Object.fromEntries(gone.map((name) => [name, '' as const])) }),
    ...(isPending && { $push: { outbox: { $each: pendingOf(next._id, next.rev, events) } } }),
  }
  const { matchedCount } = await target.documents.updateOne({ _id: next._id, rev: current.rev }, update)
  return matchedCount === 1
}

/** False where the id was taken meanwhile. Throws GONE for one that was removed, and the clash with another unique index. */
async function create<T extends Revised, E>(target: Target, next: T, events: Happened<E>[]): Promise<boolean> {
  await refuseRemoved(target, next._id)
  const document: Stored = { ...next, ...outboxOf(next._id, next.rev, events) }
  try {
    await target.documents.insertOne(document)
  } catch (error) {
    if (isDuplicateKey(error) && (await target.documents.findOne({ _id: next._id })) !== null) return false
    throw error
  }
  // It may have come and gone between the first look and the insert.
  await refuseRemoved(target, next._id)
  return true
}
