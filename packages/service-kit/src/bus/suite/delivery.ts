import { expect, test } from 'vitest'
import { type Backend, made, numbers, openAt, publishInOrder } from './backend.ts'
import { createGate, createSightings } from './sightings.ts'

export function deliverySuite(backend: () => Promise<Backend>): void {
  test('an event arrives as it was published', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<object>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async (event) => seen.see(event) })
    await bus.publish({ id: 'e1', subject: 'thing.made', data: { n: 1, note: 'नमस्ते' } })
    await seen.until((all) => all.length === 1)
    expect(seen.all).toEqual([{ id: 'e1', subject: 'thing.made', data: { n: 1, note: 'नमस्ते' }, attempt: 1 }])
  })

  test('payloads are copies, without undefined members', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<object>()
    await bus.subscribe({ durable: 'one', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data) })
    await bus.subscribe({ durable: 'two', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data) })
    const data = { n: 1, note: undefined }
    const publishing = bus.publish({ id: 'e1', subject: 'thing.made', data })
    data.n = 2
    await publishing
    const [first, second] = await seen.until((all) => all.length === 2)
    expect(first).toStrictEqual({ n: 1 })
    expect(second).toStrictEqual({ n: 1 })
    expect(first).not.toBe(second)
  })

  test('the same id twice is one event', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<number>()
    await bus.publish(made(1))
    await Promise.all([bus.publish(made(1)), bus.publish({ ...made(1), data: { n: 99 } })])
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await bus.publish(made(2))
    expect(await seen.until((all) => all.includes(2))).toEqual([1, 2])
  })

  test('events are delivered in log order, one at a time', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<number>()
    let inHand = 0
    let most = 0
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made', 'thing.gone'],
      async handle({ data }) {
        inHand += 1
        most = Math.max(most, inHand)
        await new Promise(setImmediate)
        inHand -= 1
        seen.see(data.n)
      },
    })
    for (const n of numbers(60)) {
      await bus.publish(n % 3 ? made(n) : { id: `gone-${n}`, subject: 'thing.gone', data: { n } })
    }
    expect(await seen.until((all) => all.length === 60)).toEqual(numbers(60))
    expect(most).toBe(1)
  })

  test('each durable gets all events of its subjects, including older ones', async () => {
    const { bus } = await openAt(await backend())
    const first = createSightings<number>()
    const second = createSightings<number>()
    await bus.subscribe({ durable: 'first', subjects: ['thing.made'], handle: async ({ data }) => first.see(data.n) })
    await publishInOrder(bus, numbers(20))
    await bus.publish({ id: 'gone', subject: 'thing.gone', data: { n: 21 } })
    await bus.publish({ id: 'other', subject: 'other.made', data: { n: 22 } })
    await bus.subscribe({
      durable: 'second',
      subjects: ['thing.made', 'other.made'],
      handle: async ({ data }) => second.see(data.n),
    })
    await bus.publish(made(23))
    expect(await first.until((all) => all.includes(23))).toEqual([...numbers(20), 23])
    expect(await second.until((all) => all.includes(23))).toEqual([...numbers(20), 22, 23])
  })

  test('a stopped durable resumes where it was', async () => {
    const there = await backend()
    const seen = createSightings<number>()
    const durable = { durable: 'reader', subjects: ['thing.made'] as const }
    const { bus: before } = await openAt(there)
    const subscription = await before.subscribe({ ...durable, handle: async ({ data }) => seen.see(data.n) })
    await publishInOrder(before, numbers(5))
    await seen.until((all) => all.length === 5)
    await subscription.stop()
    await publishInOrder(before, numbers(5, 6))
    await before.close()
    expect(seen.all).toEqual(numbers(5))
    const { bus: after } = await openAt(there)
    await after.subscribe({ ...durable, handle: async ({ data }) => seen.see(data.n) })
    expect(await seen.until((all) => all.length === 10)).toEqual(numbers(10))
  })

  test('a durable that adds a subject keeps its cursor', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<string>()
    const old = await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      handle: async ({ id }) => seen.see(id),
    })
    await bus.publish(made(1))
    await seen.until((all) => all.length === 1)
    await old.stop()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made', 'other.made'],
      handle: async ({ id }) => seen.see(id),
    })
    await bus.publish({ id: 'other', subject: 'other.made', data: { n: 2 } })
    expect(await seen.until((all) => all.includes('other'))).toEqual(['made-1', 'other'])
  })

  test('a subject that is new to a durable starts with the oldest event kept, the others resume', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<string>()
    const handle = async ({ id }: { id: string }) => seen.see(id)
    await bus.publish({ id: 'other-1', subject: 'other.made', data: { n: 1 } })
    await publishInOrder(bus, [2])
    const old = await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle })
    await seen.until((all) => all.length === 1)
    await old.stop()
    await publishInOrder(bus, [3])
    const both = await bus.subscribe({ durable: 'reader', subjects: ['thing.made', 'other.made'], handle })
    expect(await seen.until((all) => all.includes('made-3'))).toEqual(['made-2', 'other-1', 'made-3'])
    await both.stop()

    const without = await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle })
    await publishInOrder(bus, [4])
    await seen.until((all) => all.includes('made-4'))
    await without.stop()
    await bus.publish({ id: 'other-5', subject: 'other.made', data: { n: 5 } })
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made', 'other.made'], handle })
    await publishInOrder(bus, [6])
    expect(await seen.until((all) => all.includes('made-6'))).toEqual([
      ...['made-2', 'other-1', 'made-3'],
      ...['made-4', 'other-5', 'made-6'],
    ])
  })

  test('a failed event is redelivered when subjects are added, and waits while its own is dropped', async () => {
    const { bus } = await openAt(await backend())
    const tried = createSightings<string>()
    const done = createSightings<string>()
    const failing = new Set(['made-2', 'other-3'])
    async function handle({ id }: { id: string }): Promise<void> {
      tried.see(id)
      if (failing.has(id)) throw new Error('not yet')
      done.see(id)
    }
    const timesTried = (wanted: string) => tried.all.filter((id) => id === wanted).length
    const untilTried = async (id: string, times: number) => {
      const before = timesTried(id)
      await tried.until(() => timesTried(id) >= before + times)
    }
    const one = { durable: 'reader', subjects: ['thing.made'] as const, handle }
    const both = { durable: 'reader', subjects: ['thing.made', 'other.made'] as const, handle }
    await publishInOrder(bus, numbers(2))
    await bus.publish({ id: 'other-3', subject: 'other.made', data: { n: 3 } })
    const first = await bus.subscribe(one)
    await untilTried('made-2', 1)
    await first.stop()

    const second = await bus.subscribe(both)
    await Promise.all([untilTried('made-2', 1), untilTried('other-3', 1)])
    await second.stop()

    const others = timesTried('other-3')
    const third = await bus.subscribe(one)
    // By then every event that failed before is due: no backoff is longer than the last of these.
    await untilTried('made-2', 6)
    failing.clear()
    await done.until((all) => all.includes('made-2'))
    await third.stop()
    expect(timesTried('other-3')).toBe(others)

    await bus.subscribe(both)
    await done.until((all) => all.includes('other-3'))
  })

  test('a durable that changes its ackWaitMs keeps its cursor', async () => {
    const { bus } = await openAt(await backend())
    const seen = createSightings<number>()
    const durable = { durable: 'reader', subjects: ['thing.made'] as const }
    const handle = async ({ data }: { data: { n: number } }) => seen.see(data.n)
    const old = await bus.subscribe({ ...durable, handle })
    await publishInOrder(bus, [1])
    await seen.until((all) => all.length === 1)
    await old.stop()
    await publishInOrder(bus, [2])
    await bus.subscribe({ ...durable, handle, ackWaitMs: 60_000 })
    await publishInOrder(bus, [3])
    expect(await seen.until((all) => all.includes(3))).toEqual([1, 2, 3])
  })

  test('replicas share the work of a durable', async () => {
    const there = await backend()
    const { bus: one } = await openAt(there)
    const { bus: two } = await openAt(there)
    const seen = createSightings<string>()
    const both = createGate()
    async function handle(replica: string, n: number): Promise<void> {
      seen.see(`${replica} ${n}`)
      if (new Set(seen.all.map((each) => each.split(' ')[0])).size === 2) both.open()
      // Neither gets a second event before the other has its first.
      await both.opened
    }
    const durable = { durable: 'workers', subjects: ['thing.made'] as const }
    await one.subscribe({ ...durable, handle: ({ data }) => handle('one', data.n) })
    await two.subscribe({ ...durable, handle: ({ data }) => handle('two', data.n) })
    await publishInOrder(one, numbers(20))
    await seen.until((all) => all.length === 20)
    const handled = seen.all.map((each) => Number(each.split(' ')[1]))
    expect(handled.sort((a, b) => a - b)).toEqual(numbers(20))
  })

  test('a slow consumer does not stop others', async () => {
    const { bus } = await openAt(await backend())
    const gate = createGate()
    const slow = createSightings<number>()
    const quick = createSightings<number>()
    await bus.subscribe({
      durable: 'slow',
      subjects: ['thing.made'],
      async handle({ data }) {
        await gate.opened
        slow.see(data.n)
      },
    })
    await bus.subscribe({ durable: 'quick', subjects: ['thing.made'], handle: async ({ data }) => quick.see(data.n) })
    await publishInOrder(bus, numbers(50))
    expect(await quick.until((all) => all.length === 50)).toEqual(numbers(50))
    expect(slow.all).toEqual([])
    gate.open()
    expect(await slow.until((all) => all.length === 50)).toEqual(numbers(50))
  })

  test('stopping and closing wait for the in-flight handler, and let it publish', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const gate = createGate()
    const began = createGate()
    const ended = createSightings<number>()
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      async handle({ data }) {
        began.open()
        await gate.opened
        await bus.publish({ id: `from-${data.n}`, subject: 'other.made', data })
        ended.see(data.n)
      },
    })
    await publishInOrder(bus, [1, 2])
    await began.opened
    const closing = bus.close()
    expect(ended.all).toEqual([])
    gate.open()
    await closing
    expect(ended.all).toEqual([1])
    const { bus: next } = await openAt(there)
    const left = createSightings<string>()
    await next.subscribe({
      durable: 'reader',
      subjects: ['thing.made', 'other.made'],
      handle: async ({ id }) => left.see(id),
    })
    expect(await left.until((all) => all.length === 2)).toEqual(['made-2', 'from-1'])
  })
}
