import { headers, type JsMsg, type MsgHdrs } from 'nats'

const ID = 'Nats-Msg-Id'
/** The only durable that a replayed event is for, and the id that the event had. */
const ONLY_FOR = 'Aangan-Only-For'
const ORIGINAL_ID = 'Aangan-Event-Id'

/** Of a message in the stream of events. */
export function eventIdOf({ headers, info, seq }: JsMsg): string {
  return headers?.get(ORIGINAL_ID) || headers?.get(ID) || `${info.stream}:${seq}`
}

/** Whether it is a replay for another durable than this one; followers, without a durable, skip every replay. */
export function isForAnother({ headers }: JsMsg, durable: string | null): boolean {
  const only = headers?.get(ONLY_FOR) ?? ''
  return only !== '' && only !== durable
}

export function replayHeaders(durable: string, id: string): MsgHdrs {
  return headersOf({ [ONLY_FOR]: durable, [ORIGINAL_ID]: id })
}

export function headersOf(values: Record<string, string>): MsgHdrs {
  const made = headers()
  for (const [name, value] of Object.entries(values)) made.set(name, value)
  return made
}

export function publishedAt({ info }: JsMsg): number {
  return Math.floor(info.timestampNanos / 1_000_000)
}
