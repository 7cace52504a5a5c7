import { expect, test } from 'vitest'
import type { BusTuning } from '../options.ts'
import type { ParkedEvents } from '../parked.ts'
import {
  type Backend,
  listed,
  made,
  numbers,
  openAt,
  parkedAt,
  publishInOrder,
  QUICK,
  type TestBus,
} from './backend.ts'
import { kill, startChild } from './processes.ts'
import { createSightings } from './sightings.ts'

export function parkedSuite(backend: () => Promise<Backend>): void {
  test('an event that fails maxAttempts times is logged, counted and parked', async () => {
    const there = await backend()
    const { bus, lines, counted, gauge } = await openAt(there)
    const seen = createSightings<string>()
    const before = Date.now()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      maxAttempts: 3,
      async handle({ data, attempt }) {
        seen.see(`${data.n}/${attempt}`)
        if (data.n === 1) throw new Error('poison', { cause: new Error('a\nबग') })
      },
    })
    await publishInOrder(bus, numbers(3))
    await lines.until((all) => all.some((line) => line.level === 50))
    await seen.until((all) => all.includes('3/1'))
    expect(seen.all.filter((each) => each.startsWith('1/'))).toEqual(['1/1', '1/2', '1/3'])
    const errors = lines.all.filter((line) => line.level === 50)
    expect(errors).toMatchObject([
      { event: 'made-1', durable: 'reader', attempt: 3, err: { message: expect.stringContaining('poison') } },
    ])
    expect(await counted('parked')).toBe(1)
    await expect.poll(() => there.outstanding('reader'), { timeout: 20_000 }).toBe(0)
    const [event, ...others] = await listed(await parkedAt(there))
    expect(others).toEqual([])
    expect(event).toMatchObject({
      ...{ durable: 'reader', subject: 'thing.made', id: 'made-1', text: '{"n":1}', attempts: 3 },
      error: 'Error: poison; because: Error: a\nबग',
    })
    expect((event?.expiresAt ?? 0) - (event?.parkedAt ?? 0)).toBe(30 * 86_400_000)
    for (const time of [event?.publishedAt ?? 0, event?.parkedAt ?? 0]) {
      expect(time).toBeGreaterThanOrEqual(before - 1_000)
      expect(time).toBeLessThanOrEqual(Date.now() + 1_000)
    }
    expect(await gauge('bus_parked_events', 'reader')).toBe(1)
    expect(await gauge('bus_oldest_unhandled_seconds', 'reader')).toBe(0)
  })

  test('messages that are not JSON are logged, counted and parked as they are', async () => {
    const there = await backend()
    const { bus, lines, counted } = await openAt(there)
    const seen = createSightings<number>()
    await bus.publish(made(1))
    const texts = ['{"n":', '', '\u0000\ufffd', 'undefined']
    for (const [index, text] of texts.entries())
      await there.inject({ id: `foreign-${index}`, subject: 'thing.made', text })
    await bus.publish(made(2))
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    expect(await seen.until((all) => all.includes(2))).toEqual([1, 2])
    const left = lines.all.filter((line) => line.level === 50).map((line) => line.event)
    expect(left).toEqual(['foreign-0', 'foreign-1', 'foreign-2', 'foreign-3'])
    expect(await counted('parked')).toBe(4)
    const found = await listed(await parkedAt(there))
    // SQLite ends a text at a NUL, which JSON never has.
    const withoutNul = (text: string) => text.split('\u0000', 1)[0]
    expect(found.map(({ text }) => withoutNul(text)).sort()).toEqual(texts.map(withoutNul).sort())
  })

  test('an event whose process dies on every attempt is parked', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    await publishInOrder(bus, [1, 2])
    const { child, said } = await startChild(there, 'hang')
    await said.until((all) => all.includes('handling 1/1'))
    await kill(child)
    const seen = createSightings<number>()
    await bus.subscribe({
      durable: 'child',
      subjects: ['thing.made'],
      ackWaitMs: 500,
      maxAttempts: 1,
      handle: async ({ data }) => seen.see(data.n),
    })
    await seen.until((all) => all.includes(2))
    const parked = await parkedAt(there)
    await expect.poll(async () => (await listed(parked)).map(({ id }) => id), { timeout: 20_000 }).toEqual(['made-1'])
    expect(seen.all).toEqual([2])
  })

  test('parked events outlive a restart, and a replay reaches their durable only', async () => {
    const there = await backend()
    const { bus: former } = await openAt(there)
    await parkAll(former, there)
    await former.close()
    await there.removeEvents()

    const { bus, gauge } = await openAt(there)
    const reader = createSightings<object>()
    const others = createSightings<string>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async (event) => reader.see(event) })
    await bus.subscribe({ durable: 'other', subjects: ['thing.made'], handle: async ({ id }) => others.see(id) })
    await bus.follow({ subjects: ['thing.made'], from: { after: 0 }, handle: async ({ id }) => others.see(id) })
    const parked = await parkedAt(there)
    const first = { durable: 'reader', id: 'made-1' }
    expect((await listed(parked)).map(({ id }) => id)).toEqual(['made-1', 'made-2'])
    expect(await gauge('bus_parked_events', 'reader')).toBe(2)
    expect(await parked.replay(first)).toBe(true)
    await reader.until((all) => all.length === 1)
    expect(reader.all).toEqual([{ id: 'made-1', subject: 'thing.made', data: { n: 1 }, attempt: 1 }])
    expect(await parked.replay(first)).toBe(false)
    expect((await listed(parked)).map(({ id }) => id)).toEqual(['made-2'])
    expect(await gauge('bus_parked_events', 'reader')).toBe(1)
    await bus.publish(made(3))
    await others.until((all) => all.filter((id) => id === 'made-3').length === 2)
    expect(others.all.filter((id) => id === 'made-1')).toEqual([])
  })

  test('a parked event is removed once it is as old as parked events may be', async () => {
    const there = await backend()
    const tuning = { ...QUICK, dedupeMs: 200, keepParkedMs: 2_000 }
    const { bus } = await openAt(there, tuning)
    const parked = await parkAll(bus, there, tuning)
    await expect.poll(() => listed(parked), { timeout: 20_000 }).toEqual([])
  })

  test('a replayed event has all its attempts again, and is parked again if it fails', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const attempts = createSightings<string>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      maxAttempts: 2,
      async handle({ id, attempt }) {
        attempts.see(`${id}/${attempt}`)
        throw new Error('poison')
      },
    })
    await bus.publish(made(1))
    const parked = await parkedAt(there)
    const untilParked = () => expect.poll(async () => (await listed(parked)).length, { timeout: 20_000 }).toBe(1)
    await untilParked()
    await parked.replay({ durable: 'reader', id: 'made-1' })
    await attempts.until((all) => all.length === 4)
    await untilParked()
    expect(attempts.all).toEqual(['made-1/1', 'made-1/2', 'made-1/1', 'made-1/2'])
    expect(await listed(parked)).toMatchObject([{ id: 'made-1', subject: 'thing.made', attempts: 2 }])
  })

  test('a parked event is discarded once, and not replayed to nobody', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    await parkAll(bus, there)
    const parked = await parkedAt(there)
    await there.forget('reader')
    await expect(parked.replay({ durable: 'reader', id: 'made-2' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Nothing has subscribed to thing.made as reader'),
    })
    const key = { durable: 'reader', id: 'made-1' }
    expect([await parked.discard(key), await parked.discard(key)]).toEqual([true, false])
    expect((await listed(parked)).map(({ id }) => id)).toEqual(['made-2'])
  })
}

/** Two events, of the durable `reader`, which then no longer subscribes. */
async function parkAll(bus: TestBus, there: Backend, tuning: Partial<BusTuning> = {}): Promise<ParkedEvents> {
  const subscription = await bus.subscribe({
    durable: 'reader',
    subjects: ['thing.made'],
    maxAttempts: 1,
    handle: () => Promise.reject(new Error('poison')),
  })
  await publishInOrder(bus, [1, 2])
  const parked = await parkedAt(there, tuning)
  await expect.poll(async () => (await listed(parked)).length, { timeout: 20_000 }).toBe(2)
  await subscription.stop()
  return parked
}
