import { parentPort, workerData } from 'node:worker_threads'
import { checkpoint } from './checkpoints.ts'
import { type Connection, openConnection } from './connection.ts'
import { READS } from './read.ts'
import { inSnapshot, openReader, type Reader } from './reader.ts'
import type { MakeQuery } from './residual.ts'
import {
  BUSY,
  type FromThread,
  type OpenStore,
  type Question,
  STOP,
  STOP_ALL,
  type ToThread,
} from './thread-protocol.ts'

const shared: Int32Array = workerData
const readers = new Map<number, Reader>()
const logs = new Map<number, Connection>()
const LOG_CACHE_KB = 100
const LOG_BUSY_MS = 50
let current = { id: 0, end: 0, isCut: false, lacksQuery: false }

function visit(): void {
  const stop = Atomics.load(shared, STOP)
  if (stop !== current.id && stop !== STOP_ALL && performance.now() < current.end) return
  // The binding replaces this error with another.
  current.isCut = true
  throw new Error('Cut')
}

let loadedQuery: MakeQuery | undefined

/** mingo is 7 MB and half of a thread's startup, and few queries need it: it is loaded with the first. */
const makeQuery: MakeQuery = (filter) => {
  if (loadedQuery) return loadedQuery(filter)
  current.lacksQuery = true
  throw new Error('mingo is not loaded yet')
}

function readerOf({ id, file }: OpenStore): Reader {
  const reader = readers.get(id) ?? openReader(file, makeQuery, visit)
  readers.set(id, reader)
  return reader
}

/** Returns a connection for checkpoints; the file may also be the bus's event log. */
function logOf({ id, file }: OpenStore): Connection {
  const log = logs.get(id) ?? openConnection(file, { cacheKb: LOG_CACHE_KB, mustExist: true })
  log.exec(`PRAGMA busy_timeout = ${LOG_BUSY_MS}`)
  logs.set(id, log)
  return log
}

function answer(question: Question): FromThread | null {
  const { id, store, read, collection, args, limitMs } = question
  current = { id, end: performance.now() + limitMs, isCut: false, lacksQuery: false }
  // The read may have waited for mingo to load, and its store may be closed by now.
  if (Atomics.load(shared, STOP) === id) return { kind: 'cut', id }
  try {
    if (read === 'checkpoint') return { kind: 'value', id, value: checkpoint(logOf(store)) }
    const reader = readerOf(store)
    const ask = READS[read] as (reader: Reader, collection: string, ...args: unknown[]) => unknown
    const value = inSnapshot(reader, () => ask(reader, collection, ...args))
    return { kind: 'value', id, value }
  } catch (thrown) {
    if (current.lacksQuery) return answerOnceLoaded(question)
    if (current.isCut) return { kind: 'cut', id }
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return { kind: 'error', id, error, name: error.name, code: Object(error).code }
  }
}

function answerOnceLoaded(question: Question): null {
  void import('./query.ts').then((loaded) => {
    loadedQuery = loaded.makeQuery
    receive(question)
  })
  return null
}

function close(store: number): FromThread {
  readers.get(store)?.connection.close()
  readers.delete(store)
  logs.get(store)?.close()
  logs.delete(store)
  return { kind: 'closed', store }
}

function handle(message: ToThread): FromThread | null {
  Atomics.store(shared, BUSY, 1)
  try {
    if (Atomics.load(shared, STOP) === STOP_ALL) return null
    return 'close' in message ? close(message.close) : answer(message)
  } finally {
    Atomics.store(shared, BUSY, 0)
    Atomics.notify(shared, BUSY)
  }
}

function receive(message: ToThread): void {
  const reply = handle(message)
  if (reply) parentPort?.postMessage(reply)
}

parentPort?.on('message', receive)
parentPort?.postMessage({ kind: 'ready' } satisfies FromThread)
