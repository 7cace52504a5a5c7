import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '../../server.ts'
import { spawnChild } from '../../testing/child-process.ts'
import { serverParts } from '../../testing/server-parts.ts'
import { ENDLESS, SLOW } from '../../testing/slow-filter.ts'
import { newSqliteUrl } from '../../testing/sqlite-url.ts'
import { type Document, isStoreUnavailable } from '../store.ts'
import type { Loose } from '../suite/collection.ts'
import { openSqliteStore } from './open.ts'
import { startThread } from './start-thread.ts'
import { openStoreOf } from './thread-protocol.ts'
import { createThreads } from './threads.ts'

const MANY = 40_000

function ownThreads({ deadlineMs, launch = startThread }: { deadlineMs?: number; launch?: typeof startThread } = {}) {
  const workers: Worker[] = []
  const launchNoted: typeof startThread = async (shared) => {
    const worker = await launch(shared)
    workers.push(worker)
    return worker
  }
  const endAll = () => Promise.all(workers.map((worker) => worker.terminate()))
  onTestFinished(async () => void (await endAll()))
  return { threads: createThreads({ launch: launchNoted, deadlineMs }), workers, endAll }
}

async function openThings(own: ReturnType<typeof ownThreads>) {
  const directory = (await newSqliteUrl()).slice('sqlite:'.length)
  const store = await openSqliteStore(directory, 'things', own.threads)
  onTestFinished(() => store.close())
  return { store, things: store.collection<Loose>('things') }
}

async function manyThings(own: ReturnType<typeof ownThreads>) {
  const { store, things } = await openThings(own)
  const operations = Array.from({ length: MANY }, (_, n) => ({ insertOne: { document: { _id: `d${n}`, n } } }))
  await things.bulkWrite(operations, { ordered: false })
  return { store, things }
}

// On a busy machine the first cut of more queries than these takes as long as the deadline.
test('endless queries get 503 at their deadline without blocking other requests', async () => {
  const { things } = await manyThings(ownThreads({ deadlineMs: 8_000 }))
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  onTestFinished(() => app.close())
  app.get('/slow', async () => things.countDocuments(ENDLESS))
  app.get('/quick', async () => things.findOne({ _id: 'd7' }))
  // Starts both threads, which may take longer than a deadline.
  await expect.poll(() => things.countDocuments(SLOW).catch(() => 0)).toBe(MANY)
  let underWay = 3
  const slow = Array.from({ length: underWay }, () => app.inject('/slow').finally(() => (underWay -= 1)))
  let quick = 0
  while (underWay > 2 && quick < 3) if ((await app.inject('/quick')).statusCode === 200) quick += 1
  for (const answer of await Promise.all(slow)) {
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE', message: expect.not.stringMatching(/absent|things/) })
  }
  // Blocked, the first one would get 503, too.
  expect(quick).toBeGreaterThan(2)
})

test('a slow query that ends in time returns its whole result', async () => {
  const { things } = await manyThings(ownThreads({ deadlineMs: 60_000 }))
  const slow = things.countDocuments(SLOW)
  expect(await things.countDocuments({ n: { $lt: 10 } })).toBe(10)
  expect(await slow).toBe(MANY)
})

test('a read sees every write that was acknowledged before it', async () => {
  const { things } = await openThings(ownThreads())
  await things.insertOne({ _id: 'it', count: 0 })
  for (let count = 1; count <= 1_500; count += 1) {
    await things.updateOne({ _id: 'it' }, { $inc: { count: 1 } })
    // Two at once, so that both threads are used.
    const [one, other] = await Promise.all([things.findOne({ _id: 'it' }), things.findOne({ count })])
    expect([one?.count, other?.count]).toEqual([count, count])
  }
})

test('closing a store stops its reads, and no others', async () => {
  const own = ownThreads({ deadlineMs: 60_000 })
  const { store, things } = await manyThings(own)
  const beside = await openThings(own)
  await beside.things.insertOne({ _id: 'it' })
  const reads = [1, 2, 3].map(() => things.countDocuments(ENDLESS).catch((error: unknown) => error))
  const other = beside.things.findOne({ _id: 'it' })
  await things.findOne({ _id: 'd1' })
  await store.close()
  expect((await Promise.all(reads)).map(isStoreUnavailable)).toEqual([true, true, true])
  await expect(things.findOne({ _id: 'd1' })).rejects.toThrow(/is closed/)
  expect([await other, await beside.things.findOne({ _id: 'it' })]).toEqual([{ _id: 'it' }, { _id: 'it' }])
})

test('a thread that dies is restarted; its reads fail as unavailable', async () => {
  const code = `
    const { parentPort } = require('node:worker_threads')
    parentPort.on('message', () => process.exit(3))
    parentPort.postMessage({ kind: 'ready' })`
  let dying = 1
  const launch: typeof startThread = async (shared) =>
    dying-- > 0 ? new Worker(code, { eval: true }) : startThread(shared)
  const own = ownThreads({ launch })
  const { things } = await openThings(own)
  const failure = await things.findOne({ _id: 'it' }).catch((error: unknown) => error)
  expect(isStoreUnavailable(failure), String(failure)).toBe(true)
  await things.insertOne({ _id: 'it' })
  expect(await things.findOne({ _id: 'it' })).toEqual({ _id: 'it' })
  await own.endAll()
  expect(await things.findOne({ _id: 'it' })).toEqual({ _id: 'it' })
  // One more if a read was so slow that it was repeated in the other thread.
  expect(own.workers.length).toBeGreaterThanOrEqual(3)
})

test('a thread that cannot start fails its reads and is started again', async () => {
  let failing = 2
  const launch: typeof startThread = async (shared) => {
    if (failing-- > 0) return new Worker('throw new Error("no memory")', { eval: true })
    return startThread(shared)
  }
  const { things } = await openThings(ownThreads({ launch }))
  const first = await things.countDocuments({}).catch((error: unknown) => error)
  expect(isStoreUnavailable(first), String(first)).toBe(true)
  await expect.poll(() => things.countDocuments({}).catch(() => null)).toBe(0)
})

test('no read waits for a thread that is still starting while the other is ready', async () => {
  let started = 0
  const launch: typeof startThread = async (shared) => {
    started += 1
    return started === 1 ? startThread(shared) : new Worker('setInterval(() => {}, 1_000)', { eval: true })
  }
  const own = ownThreads({ launch })
  const { things } = await openThings(own)
  await things.insertOne({ _id: 'it' })
  expect(await Promise.all([1, 2, 3].map(() => things.countDocuments({})))).toEqual([1, 1, 1])
  expect(started).toBe(2)
  await own.endAll()
})

test('a process that exits while its threads read keeps its exit code', async () => {
  const child = await spawnChild(new URL('../../testing/store-child.ts', import.meta.url), [
    await newSqliteUrl(),
    'exit',
    '20000',
  ])
  expect(await once(child, 'exit')).toEqual([7, null])
})

test('a stream skips documents that no longer match when it reaches them', async () => {
  const { things } = await openThings(ownThreads())
  const operations = Array.from({ length: 1_200 }, (_, n) => ({
    insertOne: { document: { _id: `d${n}`, n, kind: 'a' } },
  }))
  await things.bulkWrite(operations, { ordered: false })
  const found: (Document & { n?: unknown })[] = []
  for await (const thing of things.find({ kind: 'a' }, { sort: { n: -1 }, projection: { n: 1 } })) {
    if (found.length === 0) {
      await things.deleteOne({ _id: 'd5' })
      await things.updateOne({ _id: 'd4' }, { $set: { kind: 'b' } })
      await things.insertOne({ _id: 'new', n: 3, kind: 'a' })
    }
    found.push(thing)
  }
  const expected = Array.from({ length: 1_200 }, (_, n) => ({ _id: `d${n}`, n })).reverse()
  expect(found).toEqual(expected.filter(({ n }) => n !== 4 && n !== 5))
})

// Vitest fails the run for an unhandled rejection.
test('empty and abandoned streams leave nothing behind when the store closes', async () => {
  const { store, things } = await manyThings(ownThreads())
  for await (const thing of things.find({ absent: true })) throw new Error(`found ${thing._id}`)
  for await (const thing of things.find({})) if (thing._id !== '') break
  await store.close()
  await nextTurn()
})

test('what was written is copied out of the write-ahead log soon, far below its limit', async () => {
  const own = ownThreads()
  const directory = (await newSqliteUrl()).slice('sqlite:'.length)
  const store = await openSqliteStore(directory, 'things', own.threads)
  onTestFinished(() => store.close())
  const text = 'x'.repeat(4_000)
  const operations = Array.from({ length: 500 }, (_, n) => ({ insertOne: { document: { _id: `d${n}`, text } } }))
  await store.collection<Loose>('things').bulkWrite(operations, { ordered: false })
  await expect.poll(async () => (await stat(join(directory, 'things.db'))).size).toBeGreaterThan(2_000_000)
})

// A thread opens a store with its first read or checkpoint, also after a restart.
test.each(['ping', 'checkpoint'] as const)('a file that was removed is not created anew by a %s', async (read) => {
  const { threads } = ownThreads()
  const directory = (await newSqliteUrl()).slice('sqlite:'.length)
  const store = openStoreOf(join(directory, 'things.db'))
  const failure = await threads.ask({ store, read, collection: '', args: [] }).catch((error) => error)
  expect(isStoreUnavailable(failure)).toBe(true)
  expect(await readdir(directory)).toEqual([])
})
