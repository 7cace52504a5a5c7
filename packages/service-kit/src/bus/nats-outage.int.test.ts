import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAppError, PART_UNAVAILABLE } from '../errors.ts'
import { findNatsProcess, type NatsProcess, startNatsServer } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { listed, made, numbers, openAt, parkedAt, publishInOrder, QUICK, type TestBus } from './suite/backend.ts'
import { backendOn } from './suite/nats-backend.ts'
import { openProxy } from './suite/nats-proxy.ts'
import { createSightings, type Sightings } from './suite/sightings.ts'

const found = await findNatsProcess()
afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

/** Short, since the server is down on purpose. */
const IMPATIENT = { ...QUICK, publishTimeoutMs: 300 }
const UNAVAILABLE = { code: 'UNAVAILABLE' }

describe('while NATS is unavailable', { timeout: 120_000 }, () => {
  needs('a nats-server of its own', found)

  test('nothing acknowledged is lost when the server is killed under load, twice', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend, IMPATIENT)
    const seen = createSightings<number>()
    const kept = createSightings<number>()
    const last = 1_500
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      ackWaitMs: 500,
      handle: async ({ data }) => seen.see(data.n),
    })
    const publishing = publishInLanes(bus, numbers(last), kept.see)
    for (const enough of [300, 900]) {
      await kept.until((all) => all.length > enough)
      await server.kill()
      await server.start()
    }
    await publishing
    const all = await seen.until((each) => new Set(each).size === last)
    expect([...new Set(all)].sort((a, b) => a - b)).toEqual(numbers(last))
  })

  test('a process starts, reports UNAVAILABLE, and catches up later', async () => {
    const { server, backend } = await ownServer()
    const { bus: before } = await openAt(backend)
    await publishInOrder(before, [1])
    await before.close()
    await server.kill()

    const { bus } = await openAt(backend, IMPATIENT)
    const seen = createSightings<number>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await bus.respond('sum.find', async ({ a, b }) => ({ sum: a + b }))
    await expect(bus.ping()).rejects.toMatchObject(UNAVAILABLE)
    await expect(bus.publish(made(2))).rejects.toMatchObject(UNAVAILABLE)
    await expect(bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 100 })).rejects.toMatchObject(UNAVAILABLE)
    // A route may pass these messages on to a visitor.
    const asked = bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 100 })
    for (const outcome of await Promise.allSettled([asked, bus.ping(), bus.publish(made(2))])) {
      const reason: Error | undefined = outcome.status === 'rejected' ? outcome.reason : undefined
      expect(reason?.message).toBe(PART_UNAVAILABLE)
      expect(reason?.cause).toMatchObject({ message: expect.stringContaining(new URL(server.url).host) })
    }

    await server.start()
    expect(await seen.until((all) => all.length === 1)).toEqual([1])
    await retryPublish(() => bus.publish(made(2)))
    await seen.until((all) => all.includes(2))
    await bus.ping()
    expect(await bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 60_000 })).toEqual({ sum: 3 })
  })

  test('a frozen server is UNAVAILABLE until it resumes', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend, IMPATIENT)
    const seen = createSightings<number>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await bus.publish(made(1))
    await seen.until((all) => all.includes(1))
    server.freeze()
    // The signal may take effect only after a few more events.
    await expect.poll(() => refusalOf(bus, freshEvent()), { timeout: 20_000 }).toMatchObject(UNAVAILABLE)
    await expect(bus.ping()).rejects.toMatchObject(UNAVAILABLE)
    server.thaw()
    const last = freshEvent()
    await retryPublish(() => bus.publish(last))
    await seen.until((all) => all.includes(last.data.n))
  })

  test('a handler that needs the bus uses up no attempts while the server is killed, again and again', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend, IMPATIENT)
    const attempts = createSightings<number>()
    const failures = createSightings<number>()
    const done = createSightings<number>()
    let isDue = false
    await bus.subscribe({
      durable: 'reader',
      subjects: ['thing.made'],
      maxAttempts: 1,
      async handle({ data, attempt }) {
        attempts.see(attempt)
        try {
          while (!isDue) await bus.publish({ id: `other-${attempts.all.length}`, subject: 'other.made', data })
        } catch (error) {
          failures.see(attempt)
          throw error
        }
        done.see(data.n)
      },
    })
    await bus.publish(made(1))
    for (const times of [1, 2, 3]) {
      await attempts.until((all) => all.length >= times)
      await server.kill()
      // A publish may outlast a quick restart.
      await failures.until((all) => all.length >= times)
      await server.start()
    }
    isDue = true
    await done.until((all) => all.length > 0)
    expect(new Set(attempts.all)).toEqual(new Set([1]))
    expect(await listed(await parkedAt(backend))).toEqual([])
  })

  test('a process stops while the server is unavailable', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend, IMPATIENT)
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await bus.respond('sum.find', async ({ a, b }) => ({ sum: a + b }))
    await bus.publish(made(1))
    await server.kill()
    await bus.close()
    await expect(bus.publish(made(2))).rejects.toMatchObject(UNAVAILABLE)
  })

  test('followers see all stored events in one order while the server is killed under load, twice', async () => {
    const { server, backend } = await ownServer()
    const { bus: one } = await openAt(backend, IMPATIENT)
    const { bus: two } = await openAt(backend, IMPATIENT)
    const kept = createSightings<number>()
    const last = 1_500
    const followers = await Promise.all([one, two].map((bus) => everyPosition(bus)))
    const publishing = Promise.all([
      publishInLanes(one, numbers(last / 2), kept.see),
      publishInLanes(two, numbers(last / 2, last / 2 + 1), kept.see),
    ])
    for (const enough of [300, 900]) {
      await kept.until((all) => all.length > enough)
      await server.kill()
      await server.start()
    }
    await publishing
    await one.publish(made(last + 1))
    const [ofOne, ofTwo] = await Promise.all(followers.map((each) => each.until(saw(last + 1))))
    expect(ofOne).toEqual(ofTwo)
    const positions = ofOne?.map(({ position }) => position) ?? []
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
    // An event stored without its publisher learning of it may be stored a second time.
    expect([...new Set(ofOne?.map(({ n }) => n))].sort((a, b) => a - b)).toEqual(numbers(last + 1))
  })

  test('a follower recovers events lost with a broken connection, with or without later ones', async () => {
    const { server, backend } = await ownServer()
    const proxy = await openProxy(server.url)
    const { bus } = await openAt(backend)
    const { bus: behind } = await openAt({ ...backend, url: proxy.url })
    const seen = await everyPosition(behind)
    await publishInOrder(bus, [1])
    await seen.until(saw(1))
    proxy.deafen()
    await publishInOrder(bus, [2])
    expect(seen.all).toHaveLength(1)
    proxy.cut()
    await seen.until(saw(2))
    proxy.deafen()
    await publishInOrder(bus, [3])
    proxy.cut()
    await publishInOrder(bus, [4])
    expect((await seen.until(saw(4))).map(({ n }) => n)).toEqual([1, 2, 3, 4])
  })

  test('a follower that starts without the server receives events once it is available', async () => {
    const { server, backend } = await ownServer()
    const { bus: before } = await openAt(backend)
    await publishInOrder(before, [1])
    await before.close()
    await server.kill()
    const { bus, lines } = await openAt(backend, IMPATIENT)
    const seen = await everyPosition(bus)
    const gaps = createSightings<number>()
    await bus.follow({
      subjects: ['thing.made'],
      from: 'now',
      handle: async () => undefined,
      onGap: async ({ after }) => gaps.see(after),
    })
    const heard = createSightings<number>()
    await bus.listen({ subjects: ['news.told'], handle: async ({ data }) => heard.see(data.n) })
    await expect(bus.broadcast('news.told', { n: 1 })).rejects.toMatchObject(UNAVAILABLE)
    await server.start()
    await retryPublish(() => bus.broadcast('news.told', { n: 2 }))
    expect(await heard.until((all) => all.includes(2))).toEqual([2])
    const sent = [await publishFresh(bus)]
    while (seen.all.length === 0) sent.push(await publishFresh(bus))
    const last = await publishFresh(bus)
    const all = await seen.until(saw(last))
    expect(all.map(({ n }) => n)).toEqual([...sent, last].slice(-all.length))
    expect(await gaps.until((told) => told.length > 0)).toHaveLength(1)
    expect(lines.all.filter((line) => line.level > 40)).toEqual([])
  })

  test('a follower learns that the server lost its store, and continues', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend)
    const told = createSightings<string>()
    await bus.follow({
      subjects: ['thing.made'],
      from: { after: 0 },
      handle: async ({ data }) => told.see(String(data.n)),
      onGap: async ({ after }) => told.see(`gap ${after}`),
    })
    await publishInOrder(bus, [1])
    await told.until((all) => all.includes('1'))
    await server.kill()
    await server.wipe()
    await server.start()
    // More events than before, so that the position alone does not reveal the new log.
    for (const n of [2, 3, 4]) await retryPublish(() => bus.publish(made(n)))
    expect(await told.until((all) => all.includes('4'))).toEqual(['1', 'gap 1', '2', '3', '4'])
  })

  test('stream and consumers are recreated when a server lost its store', async () => {
    const { server, backend } = await ownServer()
    const { bus } = await openAt(backend)
    const seen = createSightings<number>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await publishInOrder(bus, [1])
    await seen.until((all) => all.includes(1))
    await server.kill()
    await server.wipe()
    await server.start()
    await retryPublish(() => bus.publish(made(2)))
    await seen.until((all) => all.includes(2))
  })
})

async function ownServer() {
  const server: NatsProcess = await startNatsServer()
  onTestFinished(() => server.stop())
  return { server, backend: backendOn(server.url) }
}

interface Seen {
  position: number
  n: number
}

async function everyPosition(bus: TestBus): Promise<Sightings<Seen>> {
  const seen = createSightings<Seen>()
  await bus.follow({
    subjects: ['thing.made'],
    from: 'now',
    handle: async ({ position, data }) => seen.see({ position, n: data.n }),
  })
  return seen
}

function saw(n: number): (all: Seen[]) => boolean {
  return (all) => all.some((each) => each.n === n)
}

let published = 1_000

function freshEvent() {
  published += 1
  return made(published)
}

async function publishFresh(bus: TestBus): Promise<number> {
  const event = freshEvent()
  await retryPublish(() => bus.publish(event))
  return event.data.n
}

async function refusalOf(bus: TestBus, event: ReturnType<typeof made>): Promise<unknown> {
  return bus.publish(event).then(
    () => 'published',
    (error: unknown) => error,
  )
}

/** Retries the same event like an outbox. */
async function retryPublish(publish: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await publish()
    } catch (error) {
      if (!isAppError(error) || error.code !== 'UNAVAILABLE') throw error
    }
  }
}

async function publishInLanes(bus: TestBus, ns: number[], kept: (n: number) => void): Promise<void> {
  const waiting = [...ns]
  async function lane(): Promise<void> {
    for (let n = waiting.shift(); n !== undefined; n = waiting.shift()) {
      const event = made(n)
      await retryPublish(() => bus.publish(event))
      kept(n)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}
