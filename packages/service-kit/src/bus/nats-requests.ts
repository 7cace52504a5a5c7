import { ErrorCode, type Msg, NatsError, type Subscription as NatsSubscription } from 'nats'
import type { Logger } from 'pino'
import { type Answer, answerText } from './answer.ts'
import type { Subscription } from './bus.ts'
import type { NatsLink } from './nats-link.ts'
import type { NatsNames } from './nats-stream.ts'
import { timedOut, unanswered } from './time-limit.ts'
import { decodeReply, encodeAsk } from './wire.ts'

/** Of all that answer a question, the server picks one each time. */
const QUEUE = 'answering'

export async function requestOverNats(
  link: NatsLink,
  names: NatsNames,
  subject: string,
  ask: unknown,
  timeoutMs: number,
): Promise<unknown> {
  const text = encodeAsk(subject, ask)
  const asked = Date.now()
  const connection = await link.connection(timeoutMs)
  const left = Math.max(timeoutMs - (Date.now() - asked), 1)
  let reply: Msg
  try {
    reply = await connection.request(names.question(subject), Buffer.from(text), { timeout: left })
  } catch (error) {
    throw asAppError(error, subject, timeoutMs)
  }
  return decodeReply(subject, reply.string())
}

function asAppError(error: unknown, subject: string, timeoutMs: number): unknown {
  if (!(error instanceof NatsError)) return error
  if (error.code === ErrorCode.Timeout) return timedOut(subject, timeoutMs)
  if (error.code === ErrorCode.NoResponders) {
    return unanswered('UNAVAILABLE', new Error(`Nobody answers ${subject}; is its service started?`, { cause: error }))
  }
  return unanswered('UNAVAILABLE', new Error(`${subject} could not be asked on NATS (${error.code})`, { cause: error }))
}

/** Answers over every connection that the link has. Resolves once the server knows, where it is there. */
export async function respondOverNats(
  link: NatsLink,
  names: NatsNames,
  { subject, answer, log }: { subject: string; answer: Answer; log: Logger },
): Promise<Subscription> {
  const inHand = new Set<Promise<void>>()
  let listening: NatsSubscription | undefined

  async function reply(message: Msg): Promise<void> {
    const text = await answerText(subject, answer, message.string(), log)
    // The asking side has given up by the time a lost connection is back.
    if (listening && !listening.isClosed()) message.respond(Buffer.from(text))
  }

  function onMessage(error: Error | null, message: Msg): void {
    if (error) {
      log.error({ err: error, subject }, 'NATS does not let this process answer a question')
      return
    }
    const replying = reply(message)
      .catch((failure: unknown) => log.warn({ err: failure, subject }, 'An answer could not be sent'))
      .finally(() => inHand.delete(replying))
    inHand.add(replying)
  }

  const forget = link.onConnection((connection) => {
    listening = connection.subscribe(names.question(subject), { queue: QUEUE, callback: onMessage })
  })
  await link.flush()
  return {
    async stop() {
      forget()
      await listening?.drain().catch((error: unknown) => log.debug({ err: error, subject }, 'Already cut off'))
      await Promise.all(inHand)
    },
  }
}
