import { randomBytes } from 'node:crypto'
import { connect, type NatsConnection } from 'nats'
import { consumersOf } from '../nats-consumer.ts'
import { natsNames } from '../nats-stream.ts'
import type { Backend } from './backend.ts'

export function backendOn(url: string): Backend {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  const names = natsNames(prefix)
  return {
    url,
    prefix,
    inject: ({ id, subject, text }) =>
      using(url, async (connection) => {
        await connection.jetstream().publish(names.event(subject), Buffer.from(text), { msgID: id })
      }),
    removeEvents: () =>
      using(url, async (connection) => {
        await (await connection.jetstreamManager()).streams.purge(names.stream)
      }),
    outstanding: (durable) =>
      using(url, async (connection) => {
        const consumers = await consumersOf(await connection.jetstreamManager(), names.stream, durable)
        return consumers.reduce((sum, each) => sum + each.num_pending + each.num_ack_pending, 0)
      }),
    forget: (durable) =>
      using(url, async (connection) => {
        const jsm = await connection.jetstreamManager()
        for (const { name } of await consumersOf(jsm, names.stream, durable))
          await jsm.consumers.delete(names.stream, name)
      }),
  }
}

/** Cleans up on a server that others use too. */
export function removeBackend({ url, prefix }: Backend): Promise<void> {
  return using(url, async (connection) => {
    const names = natsNames(prefix)
    const { streams } = await connection.jetstreamManager()
    for (const subject of [names.event('>'), names.parkedOf('*'), names.outagesOf('*', '*')])
      for (const name of await streams.names(subject).next()) await streams.delete(name)
  })
}

async function using<T>(url: string, work: (connection: NatsConnection) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: new URL(url).host })
  try {
    return await work(connection)
  } finally {
    await connection.close()
  }
}
