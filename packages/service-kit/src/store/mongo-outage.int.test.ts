import { randomUUID } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { isOutage } from '../outage.ts'
import { findMongoProcess, freshDatabase } from '../testing/mongo-server.ts'
import { needs } from '../testing/needs.ts'
import { openStore } from './open.ts'
import { type Collection, isDuplicateKey, isStoreUnavailable } from './store.ts'
import { type Loose, openForTest } from './suite/collection.ts'

const WRITERS = 8
const EACH = 60
/** Both buffers of a connection on one machine. */
const MORE_THAN_SOCKETS_TAKE = 15_000_000

const found = await findMongoProcess()
const server = needs('a MongoDB of the test’s own', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

/** Retries until the store has it. A clash means that an earlier try succeeded but its response was lost. */
async function insertStubbornly(things: Collection<Loose>, _id: string): Promise<void> {
  for (;;) {
    try {
      await things.insertOne({ _id })
      return
    } catch (error) {
      if (isDuplicateKey(error)) return
      if (!isStoreUnavailable(error)) throw error
      await pause(20)
    }
  }
}

/** A frozen process still finishes what its threads have begun, so a first insert may pass. */
async function insertUntilFailure(things: Collection<Loose>): Promise<unknown> {
  for (let n = 0; ; n += 1) {
    try {
      await things.insertOne({ _id: `during-${n}` })
    } catch (error) {
      return error
    }
  }
}

/** A proxy that holds back what the server says to connections that have created an index. */
async function holdIndexes(port: number): Promise<{ url: string; release(): void }> {
  const held = new Set<Socket>()
  const proxy = createServer((client) => {
    const upstream = connect(port, '127.0.0.1')
    client.on('data', (data) => {
      if (data.includes('createIndexes')) held.add(upstream.pause())
      upstream.write(data)
    })
    upstream.on('data', (data) => client.write(data))
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  return {
    url: `mongodb://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    release: () => held.forEach((each) => void each.resume()),
  }
}

test('a patient store waits for an index for as long as it takes', async () => {
  const slow = await holdIndexes(Number(new URL(server().url).port))
  const url = freshDatabase(slow.url)
  const [patient, other] = [await openStore(url, { name: 'a', isPatient: true }), await openStore(url, { name: 'b' })]
  onTestFinished(async () => void (await Promise.all([patient.close(), other.close()])))
  const indexes = [{ name: 'n', key: { n: 1 } }] as const
  const [first, second] = [patient, other].map((store) => store.collection('things').createIndexes([...indexes]))
  const failure = await second?.catch((error: unknown) => error)
  expect(isStoreUnavailable(failure), String(failure)).toBe(true)
  slow.release()
  await first
})

/** Every call of a collection, each repeated until it fails. */
async function failuresOf(things: Collection<Loose>): Promise<[string, unknown][]> {
  const { updateOne, deleteOne } = {
    updateOne: { filter: { _id: 'a' }, update: { $set: { n: 1 } } },
    deleteOne: { filter: { _id: 'b' } },
  }
  const calls: Record<string, () => Promise<unknown>> = {
    findOne: () => things.findOne({ _id: 'a' }),
    find: () => things.find({}).toArray(),
    countDocuments: () => things.countDocuments({}),
    insertOne: () => things.insertOne({ _id: randomUUID() }),
    updateOne: () => things.updateOne({ _id: 'a' }, { $set: { n: 2 } }),
    findOneAndUpdate: () => things.findOneAndUpdate({ _id: 'a' }, { $inc: { n: 1 } }, { returnDocument: 'after' }),
    deleteOne: () => things.deleteOne({ _id: 'b' }),
    bulkWrite: () => things.bulkWrite([{ updateOne }, { deleteOne }], { ordered: false }),
  }
  const failing = Object.entries(calls).map(async ([name, call]): Promise<[string, unknown]> => {
    for (;;) {
      try {
        await call()
      } catch (error) {
        return [name, error]
      }
    }
  })
  return await Promise.all(failing)
}

describe('a MongoDB outage', () => {
  test('killed: every call fails as unavailable, in the middle and afterwards', async () => {
    const things = (await openForTest(freshDatabase(server().url))).collection<Loose>('things')
    await things.insertOne({ _id: 'a', n: 0 })
    const inTheMiddle = failuresOf(things)
    await server().end('SIGKILL')
    for (const [name, error] of [...(await inTheMiddle), ...(await failuresOf(things))])
      expect([name, isStoreUnavailable(error), isOutage(error)], String(error)).toEqual([name, true, true])
    await server().start()
    await insertStubbornly(things, 'after')
  })

  test('restarts under load: writers continue, no acknowledged write is lost', async () => {
    const things = (await openForTest(freshDatabase(server().url))).collection<Loose>('things')
    const acknowledged: string[] = []
    let half = (): void => undefined
    const halfDone = new Promise<void>((resolve) => {
      half = resolve
    })
    const write = async (writer: number) => {
      for (let n = 0; n < EACH; n += 1) {
        await insertStubbornly(things, `w${writer}-${n}`)
        acknowledged.push(`w${writer}-${n}`)
        if (acknowledged.length === (WRITERS * EACH) / 2) half()
      }
    }
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
    await halfDone
    await server().end('SIGTERM')
    await server().start()
    await writing
    const kept = await things.find({}, { sort: { _id: 1 } }).toArray()
    expect(kept.map(({ _id }) => _id)).toEqual(acknowledged.sort())
  })

  test('frozen: fails as unavailable, and works again when it resumes', async () => {
    const store = await openForTest(freshDatabase(server().url))
    const things = store.collection<Loose>('things')
    await things.insertOne({ _id: 'before' })
    server().freeze()
    const large = things.insertOne({ _id: 'large', text: 'x'.repeat(MORE_THAN_SOCKETS_TAKE) })
    const [failure, failureOfLarge] = await Promise.all([
      insertUntilFailure(things),
      large.catch((error: unknown) => error),
    ])
    server().thaw()
    expect(isStoreUnavailable(failure), String(failure)).toBe(true)
    expect(isStoreUnavailable(failureOfLarge), String(failureOfLarge)).toBe(true)
    await insertStubbornly(things, 'after')
    await store.ping()
    expect(await things.countDocuments({ _id: { $in: ['before', 'after'] } })).toBe(2)
  })

  test('breaks off just before commands are sent: they fail, and the next succeed', async () => {
    const sockets: Socket[] = []
    const note = (message: unknown) => void sockets.push((message as { socket: Socket }).socket)
    subscribe('net.client.socket', note)
    onTestFinished(() => void unsubscribe('net.client.socket', note))
    const store = await openForTest(freshDatabase(server().url))
    await store.ping()
    // The driver hears of it only at the end of this turn of the event loop.
    for (const socket of sockets) socket.destroy()
    const failure = await store.ping().catch((error: unknown) => error)
    expect(isStoreUnavailable(failure), String(failure)).toBe(true)
    await store.ping()
  })

  test('stopped: a ping fails, and succeeds again after a restart', async () => {
    const store = await openForTest(freshDatabase(server().url))
    await server().end('SIGTERM')
    const failure = await store.ping().catch((error: unknown) => error)
    expect(isStoreUnavailable(failure), String(failure)).toBe(true)
    await server().start()
    await store.ping()
  })
})
