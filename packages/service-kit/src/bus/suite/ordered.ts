import { expect, test } from 'vitest'
import type { Followed } from '../bus.ts'
import { type Backend, made, numbers, openAt, publishInOrder, type TestBus, type TestEvents } from './backend.ts'
import { kill, startChild } from './processes.ts'
import { createGate, createSightings } from './sightings.ts'

type Thing = Followed<'thing.made' | 'thing.gone', TestEvents>

export function orderedSuite(backend: () => Promise<Backend>): void {
  test('every follower gets all events of its subjects in log order, with positions', async () => {
    const there = await backend()
    const { bus: one } = await openAt(there)
    const { bus: two } = await openAt(there)
    await publishInOrder(one, numbers(3))
    const ofOne = createSightings<Thing>()
    const ofTwo = createSightings<Thing>()
    const subjects = ['thing.made', 'thing.gone'] as const
    await one.follow({ subjects, from: 'now', handle: async (event) => ofOne.see(event) })
    await two.follow({ subjects, from: { after: 0 }, handle: async (event) => ofTwo.see(event) })
    await Promise.all([publishMixed(one, 'one', 40), publishMixed(two, 'two', 40)])
    await one.publish(made(99))
    const fromNow = await ofOne.until((all) => all.at(-1)?.id === 'made-99')
    const fromStart = await ofTwo.until((all) => all.at(-1)?.id === 'made-99')
    expect(fromNow).toHaveLength(81)
    expect(fromStart.slice(0, 3).map(({ id }) => id)).toEqual(['made-1', 'made-2', 'made-3'])
    expect(fromStart.slice(3)).toEqual(fromNow)
    const positions = fromStart.map(({ position }) => position)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    expect(ofPublisher(fromNow, 'one')).toEqual(numbers(40))
    expect(ofPublisher(fromNow, 'two')).toEqual(numbers(40))
  })

  test('a killed process resumes after its last position, without gaps or duplicates', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const { child, said, ended } = await startChild(there, 'follow')
    await bus.publish(made(1))
    await said.until((all) => all.length === 1)
    const publishing = publishUntil(bus, () => child.killed)
    await said.until((all) => all.length > 50)
    await kill(child)
    await ended
    const last = (await publishing) + 1
    await bus.publish(made(last))
    const handled = said.all.map((line) => line.split(' ').map(Number))
    const [after = 0] = handled.at(-1) ?? []
    const next = createSightings<number>()
    await bus.follow({ subjects: ['thing.made'], from: { after }, handle: async ({ data }) => next.see(data.n) })
    await next.until((all) => all.includes(last))
    expect([...handled.map(([, n]) => n), ...next.all]).toEqual(numbers(last))
  })

  test('a failing event is retried while later ones wait; one that is not JSON is skipped', async () => {
    const there = await backend()
    const { bus, lines, counted } = await openAt(there)
    const seen = createSightings<number>()
    await bus.follow({
      subjects: ['thing.made'],
      from: 'now',
      async handle({ data }) {
        seen.see(data.n)
        if (data.n === 2 && seen.all.length < 5) throw new Error('not now')
      },
    })
    await publishInOrder(bus, numbers(2))
    await there.inject({ id: 'foreign', subject: 'thing.made', text: '{"n":' })
    await publishInOrder(bus, [3])
    expect(await seen.until((all) => all.includes(3))).toEqual([1, 2, 2, 2, 2, 3])
    const warnings = lines.all.filter((line) => line.level === 40)
    expect(warnings.map(({ event, attempt }) => `${event}/${attempt}`)).toEqual(['made-2/1', 'made-2/2', 'made-2/3'])
    expect(lines.all.filter((line) => line.level === 50).map((line) => line.event)).toEqual(['foreign'])
    expect(await counted('skipped')).toBe(1)
  })

  test('a slow follower loses nothing and does not slow others', async () => {
    const { bus } = await openAt(await backend())
    const gate = createGate()
    const slow = createSightings<number>()
    const quick = createSightings<number>()
    const from = 'now'
    await bus.follow({
      subjects: ['thing.made'],
      from,
      async handle({ data }) {
        await gate.opened
        slow.see(data.n)
      },
    })
    await bus.follow({ subjects: ['thing.made'], from, handle: async ({ data }) => quick.see(data.n) })
    await Promise.all(numbers(500).map((n) => bus.publish(made(n))))
    await quick.until((all) => all.length === 500)
    expect(slow.all).toEqual([])
    gate.open()
    expect(await slow.until((all) => all.length === 500)).toEqual(quick.all)
    expect([...quick.all].sort((a, b) => a - b)).toEqual(numbers(500))
  })

  test('stopping and closing wait for the in-flight handler and start no other', async () => {
    for (const end of ['stop', 'close'] as const) {
      const { bus } = await openAt(await backend())
      const gate = createGate()
      const began = createGate()
      const seen = createSightings<number>()
      const subscription = await bus.follow({
        subjects: ['thing.made'],
        from: 'now',
        async handle({ data }) {
          began.open()
          await gate.opened
          // Leaves work to do, so that a `stop` that does not wait is noticed.
          await new Promise(setImmediate)
          seen.see(data.n)
        },
      })
      await publishInOrder(bus, numbers(3))
      await began.opened
      const ending = end === 'stop' ? subscription.stop() : bus.close()
      expect(seen.all).toEqual([])
      gate.open()
      await ending
      expect(seen.all).toEqual([1])
    }
  })

  test('stopping a follower does not wait for a failing event to succeed', async () => {
    const { bus } = await openAt(await backend(), { firstDelayMs: 600_000, lastDelayMs: 600_000 })
    const failed = createGate()
    const subscription = await bus.follow({
      subjects: ['thing.made'],
      from: 'now',
      async handle() {
        failed.open()
        throw new Error('never')
      },
    })
    await bus.publish(made(1))
    await failed.opened
    await subscription.stop()
  })

  test('a follower learns of events that were removed before it read them', async () => {
    const there = await backend()
    const { bus } = await openAt(there)
    const first = createSightings<number>()
    const whole = await bus.follow({
      subjects: ['thing.made'],
      from: { after: 0 },
      handle: async ({ position }) => first.see(position),
    })
    await publishInOrder(bus, numbers(3))
    const [, second = 0, third = 0] = await first.until((all) => all.length === 3)
    await whole.stop()
    await there.removeEvents()
    const behind = await toldFrom(bus, second)
    const upToDate = await toldFrom(bus, third)
    await publishInOrder(bus, [4])
    expect(await behind.until((all) => all.includes('4'))).toEqual([`gap ${second}`, `gap ${second}`, '4'])
    expect(await upToDate.until((all) => all.includes('4'))).toEqual(['4'])
  })

  test('a position the log never had belongs to another log: all stored events are delivered', async () => {
    const { bus } = await openAt(await backend())
    await publishInOrder(bus, numbers(2))
    const told = await toldFrom(bus, 1_000)
    expect(await told.until((all) => all.includes('2'))).toEqual(['gap 1000', 'gap 1000', '1', '2'])
  })

  test('a follower may continue after the events that were there before it was told of a gap', async () => {
    const { bus } = await openAt(await backend())
    await publishInOrder(bus, numbers(2))
    const told = await toldFrom(bus, 1_000, 'end')
    await told.until((all) => all.length === 2)
    await publishInOrder(bus, [3])
    expect(await told.until((all) => all.includes('3'))).toEqual(['gap 1000', 'gap 1000', '3'])
  })
}

/** Records what a follower receives; its first gap handler fails. */
async function toldFrom(bus: TestBus, after: number, afterGap: 'oldest' | 'end' = 'oldest') {
  const told = createSightings<string>()
  await bus.follow({
    subjects: ['thing.made'],
    from: { after },
    afterGap,
    handle: async ({ data }) => told.see(String(data.n)),
    async onGap(gap) {
      told.see(`gap ${gap.after}`)
      if (told.all.length === 1) throw new Error('not now')
    },
  })
  return told
}

async function publishUntil(bus: TestBus, enough: () => boolean): Promise<number> {
  for (let n = 2; ; n += 1) {
    await bus.publish(made(n))
    if (enough()) return n
  }
}

async function publishMixed(bus: TestBus, publisher: string, count: number): Promise<void> {
  for (const n of numbers(count)) {
    const subject = n % 3 ? 'thing.made' : 'thing.gone'
    await bus.publish({ id: `${publisher}-${n}`, subject, data: { n } })
    if (n % 4 === 0) await bus.publish({ id: `${publisher}-other-${n}`, subject: 'other.made', data: { n } })
  }
}

function ofPublisher(events: Thing[], publisher: string): number[] {
  return events.filter(({ id }) => id.startsWith(`${publisher}-`)).map(({ data }) => data.n)
}
