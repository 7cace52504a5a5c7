import { describe, expect, onTestFinished, test } from 'vitest'
import { AppError } from '../errors.ts'
import { makeIndexes } from '../store/migration-steps.ts'
import type { Store } from '../store/store.ts'
import { queryPlans } from '../testing/query-plans.ts'
import { newSqliteUrl } from '../testing/sqlite-url.ts'
import { OUTBOX_INDEX, type Stored } from './document.ts'
import { startRelay } from './relay.ts'
import { append, openForTest, type TestEvents, type Thing, take } from './suite/backend.ts'
import { startReader } from './suite/reader.ts'
import { createWrites } from './writes.ts'

async function opened() {
  const url = await newSqliteUrl()
  const opened = await openForTest({ storeUrl: url, busUrl: url, prefix: 'unused' })
  return { ...opened, things: opened.store.collection<Stored & Thing>('things') }
}

const told = (id: string) => [{ subject: 'thing.changed' as const, data: { id, values: [] } }]

describe('change', { timeout: 60_000 }, () => {
  test('saves the document with its next rev and appends its events to the pending ones', async () => {
    const { writes, things } = await opened()
    await append(writes, 'it', 'a')
    expect(await append(writes, 'it', 'b')).toEqual({ _id: 'it', rev: 2, values: ['a', 'b'] })
    const kept = await things.findOne({ _id: 'it' })
    expect(kept).toMatchObject({ rev: 2, outboxDue: 0 })
    expect(kept?.outbox).toEqual([
      { id: 'thing.changed:it:1:0', subject: 'thing.changed', data: { id: 'it', rev: 1, values: ['a'] } },
      { id: 'thing.changed:it:2:0', subject: 'thing.changed', data: { id: 'it', rev: 2, values: ['a', 'b'] } },
    ])
  })

  test('writes nothing for a null decision, and rethrows its errors', async () => {
    const { writes, things } = await opened()
    await append(writes, 'it', 'a')
    const before = await things.findOne({ _id: 'it' })
    expect(await writes.change('it', () => null)).toEqual({ _id: 'it', rev: 1, values: ['a'] })
    expect(await writes.change('none', () => null)).toBeNull()
    const refusal = new Error('not yours')
    const refuse = () => {
      throw refusal
    }
    await expect(writes.change('it', refuse)).rejects.toBe(refusal)
    await expect(writes.remove('it', refuse, new Date())).rejects.toBe(refusal)
    expect(await things.findOne({ _id: 'it' })).toEqual(before)
  })

  test('keeps fields that others maintain, and removes fields that the decision omits', async () => {
    const { writes, things } = await opened()
    await writes.change('it', () => ({ document: { _id: 'it', rev: 0, values: ['a'], note: 'x' }, events: [] }))
    await writes.change('it', (current) => {
      // Between load and save: the embedded store writes synchronously.
      void things.updateOne({ _id: 'it' }, { $set: { copy: 'theirs' } })
      return { document: { _id: 'it', rev: 9, values: current?.values ?? [], note: undefined }, events: [] }
    })
    expect(await things.findOne({ _id: 'it' })).toEqual({ _id: 'it', rev: 2, values: ['a'], copy: 'theirs' })
  })

  test('gives up with CONFLICT when others always win', async () => {
    const { writes, things } = await opened()
    await append(writes, 'it', 'a')
    const slow = writes.change('it', (current) => {
      void things.updateOne({ _id: 'it' }, { $inc: { rev: 1 } })
      return current && { document: current, events: [] }
    })
    await expect(slow).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { message: expect.stringMatching(/things it .*60 tries/) },
    })
  })

  test('throws a clash with another unique index at once', async () => {
    const { writes, things } = await opened()
    await things.createIndexes([{ name: 'note', key: { note: 1 }, unique: true }])
    await writes.change('a', () => ({ document: { _id: 'a', rev: 0, values: [], note: 'x' }, events: [] }))
    const clash = writes.change('b', () => ({ document: { _id: 'b', rev: 0, values: [], note: 'x' }, events: [] }))
    await expect(clash).rejects.toMatchObject({ code: 11000 })
  })
})

describe('add and remove', { timeout: 60_000 }, () => {
  test('a removed id is not reused, and an existing document is not changed', async () => {
    const { writes, things } = await opened()
    await append(writes, 'gone', 'a')
    await append(writes, 'there', 'a')
    expect(await take(writes, 'gone')).toBe(true)
    expect(await take(writes, 'gone')).toBe(false)
    const documents = ['gone', 'there', 'new'].map((_id) => ({ _id, rev: 7, values: ['b'] }))
    expect(await writes.add(documents, ({ _id }) => told(_id))).toBe(1)
    await expect(append(writes, 'gone', 'b')).rejects.toMatchObject({ code: 'GONE' })
    expect([await writes.isRemoved('gone'), await writes.isRemoved('new')]).toEqual([true, false])
    expect(await things.find({}, { projection: { outbox: 0, outboxDue: 0 } }).toArray()).toEqual([
      { _id: 'there', rev: 1, values: ['a'] },
      { _id: 'new', rev: 1, values: ['b'] },
    ])
  })
})

describe('the relay', { timeout: 60_000 }, () => {
  test('finds due documents through an index', async () => {
    const { bus, log, now } = await opened()
    const run = (store: Store) => makeIndexes(store, 'things', [OUTBOX_INDEX])
    const plans = await queryPlans(
      { name: 'suite', migrations: [{ number: 1, name: 'index', run }] },
      async (store) => {
        const { outboxes } = createWrites<Thing>(store, { documents: 'things', removed: 'things-removed' })
        const listen = () => () => undefined
        await startRelay({ bus, log, now, writes: [{ outboxes: outboxes.slice(0, 1), listen }] }).stop()
      },
    )
    expect(plans).toEqual(['things.outboxDue (<expr><?)', 'things.outboxDue (<expr>>?)'])
  })

  test('publishes events of this process at once, and those of others on its next sweep', async () => {
    const { bus, store, writes, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'before', 'a')
    const relay = startRelay({ bus, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await append(writes, 'it', 'a')
    await reader.until((all) => all.length === 2)
    await things(store, 'late', 1)
    await reader.until((all) => all.some(({ id }) => id === 'late-0'))
  })

  test('publishes at once what was postponed before the clock was set back', async () => {
    const { bus, writes, things, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'it', 'a')
    await things.updateOne({ _id: 'it' }, { $set: { outboxDue: Date.now() + 3_600_000 } })
    const relay = startRelay({ bus, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await reader.until((all) => all.length === 1)
  })

  test('publishes the others when a document cannot be read, and retries that one later', async () => {
    const { bus, writes, things, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'bad', 'a')
    await append(writes, 'good', 'a')
    const [outbox] = writes.outboxes
    if (outbox === undefined) throw new Error('no outbox')
    const settle: typeof outbox.settle = async (document) => {
      if (document._id === 'bad') throw new TypeError('it has no values')
      return await outbox.settle(document)
    }
    const relay = startRelay({ bus, ...parts, writes: [{ outboxes: [{ ...outbox, settle }], listen: writes.listen }] })
    onTestFinished(() => relay.stop())
    await reader.until((all) => all.some(({ id }) => id === 'good'))
    await expect.poll(async () => (await things.findOne({ _id: 'bad' }))?.outboxDue).toBeGreaterThan(0)
  })

  test('does not clear events saved while it publishes', async () => {
    const { bus, writes, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'it', 'a')
    const publish: typeof bus.publish = async (event) => {
      await bus.publish(event)
      if ('rev' in event.data && event.data.rev === 1) await append(writes, 'it', 'b')
    }
    const relay = startRelay({ bus: { publish }, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await reader.until((all) => all.some(({ rev }) => rev === 2))
  })

  test('deletes a document added under a removed id by a process that died before it noticed', async () => {
    const { bus, writes, things, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'gone', 'a')
    await take(writes, 'gone')
    const event = { id: 'late', subject: 'thing.changed' as const, data: { id: 'gone', rev: 1, values: ['b'] } }
    await things.insertOne({ _id: 'gone', rev: 1, values: ['b'], outbox: [event], outboxDue: 0 })
    const relay = startRelay({ bus, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await expect.poll(() => things.findOne({ _id: 'gone' })).toBeNull()
    await reader.until((all) => all.at(-1)?.rev === 2)
  })

  test('continues with others when the bus rejects one for good', async () => {
    const { bus, writes, things, ...parts } = await opened()
    const reader = await startReader(bus)
    await append(writes, 'huge', 'x'.repeat(1_100_000))
    await append(writes, 'it', 'a')
    const relay = startRelay({ bus, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await reader.until((all) => all.some(({ id }) => id === 'it'))
    const due = async () => (await things.findOne({ _id: 'huge' }))?.outboxDue ?? 0
    await expect.poll(due).toBeGreaterThan(Date.now())
    expect(reader.all).toHaveLength(1)
  })

  test('publishes events of one line in order, including those saved while the bus recovers', async () => {
    const { bus, things, ...parts } = await opened()
    const reader = await startReader(bus)
    const listeners = new Set<(id: string) => void>()
    const save = async (rev: number) => {
      const _id = `line-${rev}`
      const event = { id: _id, subject: 'thing.changed' as const, data: { id: _id, rev, values: [] } }
      await things.insertOne({ _id, rev, values: [], outbox: [event], outboxDue: rev })
      for (const heard of listeners) heard(_id)
    }
    const awayFor: unknown[] = []
    const publish: typeof bus.publish = async (event) => {
      if (awayFor.length === 0) {
        awayFor.push(event)
        throw new AppError('UNAVAILABLE', 'The bus is away')
      }
      if ('rev' in event.data && event.data.rev === 1) await save(5)
      await bus.publish(event)
    }
    for (const rev of [3, 1, 2]) await save(rev)
    const outbox = { collection: things, settle: async (stored: Stored) => stored, lineOf: () => 'line' }
    const listen = (heard: (id: string) => void) => {
      listeners.add(heard)
      return () => listeners.delete(heard)
    }
    const relay = startRelay({ bus: { publish }, ...parts, writes: [{ outboxes: [outbox], listen }] })
    onTestFinished(() => relay.stop())
    await expect.poll(() => awayFor.length).toBe(1)
    await save(4)
    await reader.until((all) => all.length === 5)
    expect(reader.all.map(({ rev }) => rev)).toEqual([1, 2, 3, 4, 5])
  })

  test('publishes a backlog in batches without blocking the event loop', async () => {
    const { bus, store, writes, ...parts } = await opened()
    await things(store, 'many', 600)
    const reader = await startReader(bus)
    let turns = 0
    const timer = setInterval(() => {
      turns += 1
    }, 1)
    const relay = startRelay({ bus, ...parts, writes: [writes] })
    onTestFinished(() => relay.stop())
    await reader.until((all) => all.length === 600)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(5)
  })

  /** As another process adds them. */
  async function things(store: Awaited<ReturnType<typeof opened>>['store'], name: string, count: number) {
    const others = createWrites<Thing, TestEvents>(store, { documents: 'things', removed: 'things-removed' })
    const documents = Array.from({ length: count }, (_, n) => ({ _id: `${name}-${n}`, rev: 1, values: [] }))
    await others.add(documents, ({ _id }) => told(_id))
  }
})
