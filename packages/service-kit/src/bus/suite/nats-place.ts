import { randomBytes } from 'node:crypto'
import { connect } from 'nats'
import { onTestFinished } from 'vitest'
import { consumersOf } from '../nats-consumer.ts'
import { natsNames } from '../nats-stream.ts'
import type { Place } from './place.ts'

/** A site of its own on this server, removed with the test. */
export async function placeOn(url: string): Promise<Place> {
  const prefix = `test-${randomBytes(6).toString('hex')}`
  const names = natsNames(prefix)
  const connection = await connect({ servers: new URL(url).host })
  const jsm = await connection.jetstreamManager()
  onTestFinished(async () => {
    if (connection.isClosed()) return
    const streams = await jsm.streams.names(names.event('>')).next()
    if (streams.length > 0) await jsm.streams.delete(names.stream)
    await connection.close()
  })
  return {
    url,
    prefix,
    async inject({ id, subject, text }) {
      await connection.jetstream().publish(names.event(subject), Buffer.from(text), { msgID: id })
    },
    async outstanding(durable) {
      const consumers = await consumersOf(jsm, names.stream, durable)
      return consumers.reduce((sum, each) => sum + each.num_pending + each.num_ack_pending, 0)
    },
  }
}
