import { expect, onTestFinished, test } from 'vitest'
import { createSightings } from '../../bus/suite/sightings.ts'
import type { BulkOperation, Document, Store } from '../../store/store.ts'
import { createBatches } from '../batches.ts'
import type { Stored } from '../document.ts'
import { startRelay } from '../relay.ts'
import { append, type Backend, openForTest, type TestBus, type TestEvents, type Thing, take } from './backend.ts'

export function batchSuite(newBackend: () => Promise<Backend>): void {
  async function opened() {
    const backend = await openForTest(await newBackend())
    const heard = createSightings<Thing>()
    await backend.bus.subscribe({
      durable: 'reader',
      subjects: ['things.added'],
      handle: async ({ data: { things } }) => void things.map((thing) => heard.see(thing)),
    })
    const pending = backend.store.collection<Stored & { ids: string[] }>('things-batches')
    return { ...backend, heard, pending, batches: batchesOf(backend.store) }
  }

  function relayOf({
    store,
    ...parts
  }: { store: Store; bus: TestBus } & Pick<Parameters<typeof startRelay>[0], 'log' | 'now'>) {
    const relay = startRelay({ ...parts, writes: [batchesOf(store)] })
    onTestFinished(() => relay.stop())
  }

  test('announces new documents in their current state, by any running process', async () => {
    const { batches, writes, heard, pending, ...backend } = await opened()
    await append(writes, 'gone', 'a')
    await take(writes, 'gone')
    await append(writes, 'there', 'a')
    const added = await batches.add(things('gone', 'there', ...many(450)))
    expect(added.map(({ _id }) => _id)).toEqual(many(450))
    await append(writes, 'many-7', 'b')
    await take(writes, 'many-8')
    relayOf(backend)
    await expect.poll(batches.pending, { timeout: 20_000 }).toBe(0)
    const there = many(450).filter((id) => id !== 'many-8')
    await heard.until((all) => all.length >= there.length)
    expect(heard.all.map(({ _id }) => _id).toSorted()).toEqual(there.toSorted())
    expect(heard.all.find(({ _id }) => _id === 'many-7')).toEqual({ _id: 'many-7', rev: 2, values: ['new', 'b'] })
    expect(await backend.store.collection('things').findOne({ _id: 'gone' })).toBeNull()
  })

  test('announces the stored documents of a batch whose process died', async () => {
    const { heard, pending, ...backend } = await opened()
    await pending.insertOne({ _id: 'batch', rev: 1, ids: ['a', 'b'], outboxDue: Date.now() - 1 })
    await backend.store.collection<Thing>('things').insertOne({ _id: 'a', rev: 1, values: [] })
    relayOf(backend)
    await heard.until((all) => all.length === 1)
    expect(heard.all).toEqual([{ _id: 'a', rev: 1, values: [] }])
    await expect.poll(() => pending.countDocuments({})).toBe(0)
  })

  test('announces a batch again, with the rest, if its process was only slow', async () => {
    const { heard, pending, ...backend } = await opened()
    const overtaken = beforeBulkWrite(backend.store, async () => {
      await backend.store.collection<Thing>('things').insertOne({ _id: 'a', rev: 1, values: [] })
      // Simulates a timeout: another process announces what is in and deletes the batch.
      await pending.updateOne({ outboxDue: { $gte: 0 } }, { $set: { outboxDue: 0 } })
      await expect.poll(() => pending.countDocuments({}), { timeout: 20_000 }).toBe(0)
    })
    relayOf(backend)
    await batchesOf(overtaken).add(things('a', 'b'))
    await heard.until((all) => all.length === 2)
    expect(heard.all.map(({ _id }) => _id)).toEqual(['a', 'b'])
  })

  test('announces the others of a batch with a document that cannot be read, and that one once it can', async () => {
    const { heard, pending, ...backend } = await opened()
    const stored = backend.store.collection<Partial<Thing> & { _id: string }>('things')
    for (const thing of [...things('a', 'c'), { _id: 'b', rev: 1 }]) await stored.insertOne(thing)
    await pending.insertOne({ _id: 'batch', rev: 1, ids: ['a', 'b', 'c'], outboxDue: 0 })
    relayOf(backend)
    await heard.until((all) => all.length === 2)
    expect(heard.all.map(({ _id }) => _id)).toEqual(['a', 'c'])
    // Else the relay, which has read it before, postpones it after it is due again.
    await expect.poll(() => pending.countDocuments({ _id: 'b', outboxDue: { $gt: 0 } })).toBe(1)
    await stored.updateOne({ _id: 'b' }, { $set: { values: [] } })
    await pending.updateOne({ _id: 'b' }, { $set: { outboxDue: 0 } })
    await heard.until((all) => all.length === 3)
    await expect.poll(() => pending.countDocuments({})).toBe(0)
  })

  test('deletes a document added under a removed id', async () => {
    const { batches, writes, heard, pending, ...backend } = await opened()
    const late = beforeBulkWrite(backend.store, async () => {
      await append(writes, 'a', 'earlier')
      await take(writes, 'a')
    })
    await batchesOf(late).add(things('a', 'b'))
    relayOf(backend)
    await expect.poll(batches.pending, { timeout: 20_000 }).toBe(0)
    await heard.until((all) => all.length === 1)
    expect(heard.all.map(({ _id }) => _id)).toEqual(['b'])
    expect(await backend.store.collection('things').findOne({ _id: 'a' })).toBeNull()
  })
}

function batchesOf(store: Store) {
  return createBatches<Thing, TestEvents>(store, {
    ...{ documents: 'things', removed: 'things-removed', batches: 'things-batches' },
    eventsOf: (things) =>
      things.length === 0 ? [] : [{ subject: 'things.added', data: { things: things.map(copyOf) } }],
  })
}

/** Throws for a thing without values. */
function copyOf({ values, ...thing }: Thing): Thing {
  return { ...thing, values: [...values] }
}

/** Runs `happen` before each bulk write. */
function beforeBulkWrite(store: Store, happen: () => Promise<void>): Store {
  return {
    ...store,
    collection<T extends Document>(name: string) {
      return new Proxy(store.collection<T>(name), {
        get(collection, key) {
          if (key === 'bulkWrite') {
            return async (operations: BulkOperation<T>[], options: { ordered: false }) => {
              await happen()
              return await collection.bulkWrite(operations, options)
            }
          }
          const value: unknown = Reflect.get(collection, key)
          return typeof value === 'function' ? value.bind(collection) : value
        },
      })
    },
  }
}

function things(...ids: string[]): Thing[] {
  return ids.map((_id) => ({ _id, rev: 0, values: ['new'] }))
}

function many(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `many-${n}`)
}
