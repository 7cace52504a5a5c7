import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { AppError } from '../errors.ts'
import { isDuplicateKey } from '../store/store.ts'
import { type DocumentEvent, documentOf, outboxOf, pendingOf, type Revised, type Stored } from './document.ts'
import { refuseRemoved } from './remove.ts'
import type { Target } from './target.ts'

interface Change<T, E> {
  document: T
  events: DocumentEvent<E>[]
}

export type Decide<T, E> = (current: T | null) => Change<T, E> | null | Promise<Change<T, E> | null>

/** Each round lets one of the concurrent writers finish. */
const TRIES = 60
const LONGEST_PAUSE_MS = 40

/** Optimistic: retries if somebody else saved since the load. */
export async function change<T extends Revised, E>(
  target: Target,
  id: string,
  decide: Decide<T, E>,
): Promise<T | null> {
  for (let tries = 1; tries <= TRIES; tries += 1) {
    const stored = await target.documents.findOne({ _id: id })
    const current = stored === null ? null : documentOf<T>(stored)
    const decided = await decide(current)
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
  throw new AppError('CONFLICT', 'Somebody else was changing this at the same time. Try again in a moment.', {
    cause: new Error(`${target.name} ${id} was changed concurrently during each of ${TRIES} tries`),
  })
}

/** Writes only what differs: fields maintained without a `rev`, such as copies of others, stay as they are. */
async function save<T extends Revised, E>(
  target: Target,
  current: T,
  next: T,
  events: DocumentEvent<E>[],
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

/** False if the id was taken meanwhile. Throws GONE for a removed id, and the clash with another unique index. */
async function create<T extends Revised, E>(target: Target, next: T, events: DocumentEvent<E>[]): Promise<boolean> {
  await refuseRemoved(target, next._id)
  const document: Stored = { ...next, ...outboxOf(next._id, next.rev, events) }
  try {
    await target.documents.insertOne(document)
  } catch (error) {
    if (isDuplicateKey(error) && (await target.documents.findOne({ _id: next._id })) !== null) return false
    throw error
  }
  // It may have been created and removed between the check and the insert.
  await refuseRemoved(target, next._id)
  return true
}
