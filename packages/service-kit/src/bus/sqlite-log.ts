import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'
import type { AppError } from '../errors.ts'
import { PROBE, rememberFailure } from '../store/sqlite/failing-writes.ts'
import type { Flushes } from '../store/sqlite/flushes.ts'
import { type Unhandled, unhandledBefore } from './sqlite-backlog.ts'
import { transaction, whenFree } from './sqlite-file.ts'
import { noReply } from './time-limit.ts'

interface Entry {
  id: string
  subject: string
  text: string
}

interface Waiting extends Entry {
  resolve(): void
  reject(error: unknown): void
}

/** Rows deleted at a time: a few milliseconds, with 300 kB each, so that no process waits long. */
const TRIM_CHUNK_SIZE = 20

/** Publishes within one turn of the event loop share a commit, which is flushed before they are acknowledged. */
export function createLog(db: DatabaseSyncInstance, flushes: Flushes) {
  const insert = db.prepare(
    'INSERT INTO events (id, subject, data, at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO NOTHING',
  )
  const newest = db.prepare('SELECT max(seq) AS seq FROM events')
  const failing = rememberFailure(flushes.file)
  let waiting: Waiting[] = []
  let flushedSeq = 0
  const flushing = new Set<Promise<void>>()

  function append(entry: Entry): Promise<void> {
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(startFlush)
      waiting.push({ ...entry, resolve, reject })
    })
  }

  function startFlush(): void {
    const flushed = flush()
    flushing.add(flushed)
    void flushed.finally(() => flushing.delete(flushed))
  }

  function write(batch: Waiting[]): void {
    const at = Date.now()
    commit(() => {
      for (const { id, subject, text } of batch) insert.run(id, subject, text, at)
    })
  }

  function commit(work: () => void): void {
    failing.during(() => transaction(db, work))
    flushes.wrote()
  }

  async function flush(): Promise<void> {
    let batch: Waiting[] = []
    try {
      await whenFree(db, () => {
        // Joined by what is published while the log is locked, so that nothing overtakes it.
        batch = waiting
        if (batch.length > 0) write(batch)
        waiting = []
      })
      if (batch.length > 0) await flushes.flushed()
    } catch (error) {
      if (waiting === batch) waiting = []
      for (const { id, reject } of batch) reject(notStored(id, error))
      return
    }
    for (const { resolve } of batch) resolve()
  }

  /** Resolves once the event `seq` and all before it are on the disk. */
  async function onDisk(seq: number): Promise<void> {
    if (seq <= flushedSeq) return
    const end = newest.get().seq ?? seq
    await flushes.flushed()
    flushedSeq = Math.max(flushedSeq, end)
  }

  return {
    append,
    onDisk,
    /** Throws while the disk fails writes, or once the file was removed. */
    async ping(): Promise<void> {
      flushes.checkFiles()
      await failing.check(() => whenFree(db, () => commit(() => db.exec(PROBE))))
      await flushes.flushed()
    },
    async close() {
      startFlush()
      await Promise.all(flushing)
    },
  }
}

function notStored(id: string, cause: unknown): AppError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return noReply('UNAVAILABLE', new Error(`The event ${id} could not be written to the log: ${why}`, { cause }))
}

const CONSUMED = 'SELECT subject, min(seq) AS seq FROM places WHERE asked GROUP BY subject'

const REMOVE_CONSUMED = `
  DELETE FROM events WHERE seq IN (
    SELECT seq FROM events e WHERE subject = ? AND seq <= ? AND at < ?
      AND NOT EXISTS (SELECT 1 FROM pending p WHERE p.seq = e.seq)
    ORDER BY seq LIMIT ${TRIM_CHUNK_SIZE})`

const REMOVE_OLD = `
  DELETE FROM events WHERE seq IN (SELECT seq FROM events ORDER BY seq LIMIT ${TRIM_CHUNK_SIZE}) AND at < ?`

const REMOVE_ORPHANS = 'DELETE FROM pending WHERE seq NOT IN (SELECT seq FROM events)'

/**
 * Removes handled events older than `dedupeMs` and all events older than `keepMs`; returns those of the latter that were
 * not handled.
 */
export async function trim(
  db: DatabaseSyncInstance,
  ages: { dedupeMs: number; keepMs: number },
  at: Date,
): Promise<Unhandled[]> {
  const now = at.getTime()
  for (const { subject, seq } of db.prepare(CONSUMED).all()) {
    await inChunks(db, () => Number(db.prepare(REMOVE_CONSUMED).run(subject, seq, now - ages.dedupeMs).changes))
  }
  const unhandled = unhandledBefore(db, now - ages.keepMs)
  const removed = await inChunks(db, () => Number(db.prepare(REMOVE_OLD).run(now - ages.keepMs).changes))
  if (removed > 0) await whenFree(db, () => db.exec(REMOVE_ORPHANS))
  return unhandled
}

const EXPIRED_PARKED = `
  SELECT durable, subject, count(*) AS events FROM parked WHERE parkedAt < ? GROUP BY durable, subject`

const REMOVE_PARKED = `
  DELETE FROM parked WHERE rowid IN (SELECT rowid FROM parked WHERE parkedAt < ? ORDER BY parkedAt LIMIT ${TRIM_CHUNK_SIZE})`

/** Removes parked events older than `keepParkedMs`, and returns how many. */
export async function trimParked(
  db: DatabaseSyncInstance,
  { keepParkedMs }: { keepParkedMs: number },
  now: Date,
): Promise<Unhandled[]> {
  const time = now.getTime() - keepParkedMs
  const expired: Unhandled[] = db.prepare(EXPIRED_PARKED).all(time)
  await inChunks(db, () => Number(db.prepare(REMOVE_PARKED).run(time).changes))
  return expired
}

async function inChunks(db: DatabaseSyncInstance, removeChunk: () => number): Promise<number> {
  let total = 0
  while (db.isOpen) {
    const removed = await whenFree(db, removeChunk)
    total += removed
    if (removed < TRIM_CHUNK_SIZE) break
    await nextTurn()
  }
  return total
}
