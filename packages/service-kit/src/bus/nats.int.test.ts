import { connect } from 'nats'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { findNats } from '../testing/nats-server.ts'
import { needs } from '../testing/needs.ts'
import { busSuite } from './bus.suite.ts'
import { consumerName } from './nats-consumer.ts'
import { natsNames } from './nats-stream.ts'
import { made, numbers, openAt, QUICK } from './suite/backend.ts'
import { backendOn, removeBackend } from './suite/nats-backend.ts'
import { createSightings } from './suite/sightings.ts'

const found = await findNats()
const server = needs('NATS', found)

afterAll(async () => {
  if ('value' in found) await found.value.stop()
})

async function newBackend() {
  const backend = backendOn(server().url)
  onTestFinished(() => removeBackend(backend))
  return backend
}

busSuite('NATS', newBackend)

test('another age limit of parked events also counts for those that are parked already', async () => {
  const there = await newBackend()
  const connection = await connect({ servers: new URL(there.url).host })
  onTestFinished(() => connection.close())
  const { streams } = await connection.jetstreamManager()
  const daysKept = async () => (await streams.info(natsNames(there.prefix).parked)).config.max_age / 86_400e9
  for (const days of [90, 2]) {
    const { bus } = await openAt(there, { ...QUICK, keepParkedMs: days * 86_400_000 })
    await bus.subscribe({ durable: 'reader', subjects: ['thing.made'], handle: async () => {} })
    await expect.poll(() => daysKept().catch(String), { timeout: 20_000 }).toBe(days)
    await bus.close()
  }
})

test('deliveries that no handler began use up no attempts', async () => {
  const there = await newBackend()
  const durable = { durable: 'reader', subjects: ['thing.made'] as const }
  const attempts = createSightings<number>()
  const { bus } = await openAt(there)
  const subscribe = (handle: () => void) =>
    bus.subscribe({
      ...durable,
      async handle({ attempt }) {
        attempts.see(attempt)
        handle()
      },
    })
  const subscription = await subscribe(() => {
    throw new Error('not yet')
  })
  await bus.publish(made(1))
  await attempts.until((all) => all.length === 1)
  await subscription.stop()
  const connection = await connect({ servers: new URL(there.url).host })
  onTestFinished(() => connection.close())
  const consumer = await connection.jetstream().consumers.get(natsNames(there.prefix).stream, consumerName(durable))
  for (const _ of numbers(50)) (await consumer.next())?.nak()
  await subscribe(() => {})
  expect(await attempts.until((all) => all.length === 2)).toEqual([1, 2])
})
