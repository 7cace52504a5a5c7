import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { isAppError } from '../errors.ts'
import { findNatsProcess, type NatsProcess, startNatsServer } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { placeOn } from './suite/nats-place.ts'
import { made, numbers, openAt, publishInOrder, QUICK, type TestBus } from './suite/place.ts'
import { createSightings } from './suite/sightings.ts'

const found = await findNatsProcess()
afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

/** Gives up soon, where the server is away on purpose. */
const IMPATIENT = { ...QUICK, publishTimeoutMs: 300 }
const UNAVAILABLE = { code: 'UNAVAILABLE' }

describe('while NATS is away', { timeout: 120_000 }, () => {
  needs('a nats-server of its own', found)

  test('nothing acknowledged is lost when the server is killed under load, twice', async () => {
    const { server, place } = await ownServer()
    const { bus } = await openAt(place, IMPATIENT)
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

  test('a process starts, says so when asked, and catches up', async () => {
    const { server, place } = await ownServer()
    const { bus: before } = await openAt(place)
    await publishInOrder(before, [1])
    await before.close()
    await server.kill()

    const { bus } = await openAt(place, IMPATIENT)
    const seen = createSightings<number>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await bus.respond('sum.find', async ({ a, b }) => ({ sum: a + b }))
    await expect(bus.ping()).rejects.toMatchObject(UNAVAILABLE)
    await expect(bus.publish(made(2))).rejects.toMatchObject(UNAVAILABLE)
    await expect(bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 100 })).rejects.toMatchObject(UNAVAILABLE)

    await server.start()
    expect(await seen.until((all) => all.length === 1)).toEqual([1])
    await insist(() => bus.publish(made(2)))
    await seen.until((all) => all.includes(2))
    await bus.ping()
    expect(await bus.request('sum.find', { a: 1, b: 2 }, { timeoutMs: 60_000 })).toEqual({ sum: 3 })
  })

  test('a server that froze is UNAVAILABLE, then goes on', async () => {
    const { server, place } = await ownServer()
    const { bus } = await openAt(place, IMPATIENT)
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
    await insist(() => bus.publish(last))
    await seen.until((all) => all.includes(last.data.n))
  })

  test('a process stops while the server is away', async () => {
    const { server, place } = await ownServer()
    const { bus } = await openAt(place, IMPATIENT)
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await bus.respond('sum.find', async ({ a, b }) => ({ sum: a + b }))
    await bus.publish(made(1))
    await server.kill()
    await bus.close()
    await expect(bus.publish(made(2))).rejects.toMatchObject(UNAVAILABLE)
  })

  test('a server that lost its store gets stream and consumers again', async () => {
    const { server, place } = await ownServer()
    const { bus } = await openAt(place)
    const seen = createSightings<number>()
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async ({ data }) => seen.see(data.n) })
    await publishInOrder(bus, [1])
    await seen.until((all) => all.includes(1))
    await server.kill()
    await server.wipe()
    await server.start()
    await insist(() => bus.publish(made(2)))
    await seen.until((all) => all.includes(2))
  })
})

async function ownServer() {
  const server: NatsProcess = await startNatsServer()
  onTestFinished(() => server.stop())
  return { server, place: placeOn(server.url) }
}

let published = 1_000

function freshEvent() {
  published += 1
  return made(published)
}

async function refusalOf(bus: TestBus, event: ReturnType<typeof made>): Promise<unknown> {
  return bus.publish(event).then(
    () => 'published',
    (error: unknown) => error,
  )
}

/** As an outbox does: the same event until the bus has it. */
async function insist(publish: () => Promise<void>): Promise<void> {
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
      await insist(() => bus.publish(event))
      kept(n)
    }
  }
  await Promise.all([lane(), lane(), lane(), lane()])
}
