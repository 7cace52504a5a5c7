import { ErrorCode, type JetStreamManager, type MsgHdrs, type NatsConnection, NatsError } from 'nats'
import { manager } from './nats-stream.ts'

const ACK_TIMEOUT_MS = 2_000

interface Entry {
  subject: string
  text: string
  headers?: MsgHdrs
  /** By which the server recognises a repetition. */
  msgID?: string
}

/** Resolves once a stream has stored it. No responder means no stream: `ensure` then creates it. */
export async function appendTo(
  connection: NatsConnection,
  ensure: (jsm: JetStreamManager) => Promise<unknown>,
  { subject, text, ...options }: Entry,
): Promise<void> {
  const publish = () =>
    connection.jetstream().publish(subject, Buffer.from(text), { ...options, timeout: ACK_TIMEOUT_MS })
  try {
    await publish()
  } catch (error) {
    if (!(error instanceof NatsError) || error.code !== ErrorCode.NoResponders) throw error
    await ensure(await manager(connection))
    await publish()
  }
}
