import {
  ErrorCode,
  headers,
  type Msg,
  type MsgHdrs,
  type NatsConnection,
  NatsError,
  type Subscription as NatsSubscription,
} from 'nats'
import type { Logger } from 'pino'
import { type Answer, type AskText, answerText } from './answer.ts'
import type { Subscription } from './bus.ts'
import type { NatsLink } from './nats-link.ts'
import type { NatsNames } from './nats-stream.ts'
import { noReply, timedOut } from './time-limit.ts'
import { decodeReply } from './wire.ts'

const QUEUE = 'answering'
const AUTHORIZATION = 'Authorization'

export async function requestOverNats(
  link: NatsLink,
  names: NatsNames,
  ask: AskText,
  timeoutMs: number,
): Promise<unknown> {
  const { subject } = ask
  const asked = performance.now()
  const connection = await link.connection(timeoutMs)
  const left = Math.max(timeoutMs - (performance.now() - asked), 1)
  let reply: Msg
  try {
    const options = { timeout: left, ...(ask.authorization && { headers: headersOf(ask) }) }
    reply = await connection.request(names.question(subject), Buffer.from(ask.text), options)
  } catch (error) {
    throw asAppError(error, subject, timeoutMs)
  }
  return decodeReply(subject, reply.string())
}

function headersOf({ authorization }: AskText): MsgHdrs {
  const all = headers()
  all.set(AUTHORIZATION, authorization)
  return all
}

function asAppError(error: unknown, subject: string, timeoutMs: number): unknown {
  if (!(error instanceof NatsError)) return error
  if (error.code === ErrorCode.Timeout) return timedOut(subject, timeoutMs)
  if (error.code === ErrorCode.NoResponders) {
    return noReply(
      'UNAVAILABLE',
      new Error(`Nothing responds to ${subject}; check that its service is running`, { cause: error }),
    )
  }
  return noReply(
    'UNAVAILABLE',
    new Error(`The request ${subject} could not be sent on NATS (${error.code})`, { cause: error }),
  )
}

/** Resolves once the server knows the subscription, if it is available. */
export async function respondOverNats(
  link: NatsLink,
  names: NatsNames,
  { subject, answer, log }: { subject: string; answer: Answer; log: Logger },
): Promise<Subscription> {
  const inHand = new Set<Promise<void>>()
  let listening: NatsSubscription | undefined

  async function reply(connection: NatsConnection, message: Msg): Promise<void> {
    const authorization = message.headers?.get(AUTHORIZATION) ?? ''
    const text = await answerText({ subject, text: message.string(), authorization }, answer, log)
    // The caller has timed out by the time a lost connection is replaced. A drained subscription may still reply.
    if (!connection.isClosed()) message.respond(Buffer.from(text))
  }

  function onMessage(connection: NatsConnection, error: Error | null, message: Msg): void {
    if (error) {
      log.error({ err: error, subject }, 'The NATS subscription to a request failed')
      return
    }
    const replying = reply(connection, message)
      .catch((failure: unknown) => log.warn({ err: failure, subject }, 'A reply could not be sent'))
      .finally(() => inHand.delete(replying))
    inHand.add(replying)
  }

  const unsubscribe = link.onConnection((connection) => {
    listening = connection.subscribe(names.question(subject), {
      queue: QUEUE,
      callback: (error, message) => onMessage(connection, error, message),
    })
  })
  await link.flush()
  return {
    async stop() {
      unsubscribe()
      await listening
        ?.drain()
        .catch((error: unknown) => log.debug({ err: error, subject }, 'The subscription was already closed'))
      await Promise.all(inHand)
    },
  }
}
