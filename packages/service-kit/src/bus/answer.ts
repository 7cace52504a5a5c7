import type { Logger } from 'pino'
import { AppError, isAppError } from '../errors.ts'
import { decodeAsk, encodeRefusal, encodeReply } from './wire.ts'

export type Answer = (ask: unknown) => Promise<unknown>

/** The reply to a question, as text; never rejects. An unknown error is logged here and leaves as INTERNAL. */
export async function answerText(subject: string, answer: Answer, text: string, log: Logger): Promise<string> {
  try {
    const reply = await answer(readAsk(subject, text))
    return writeReply(subject, reply)
  } catch (error) {
    if (isAppError(error)) return encodeRefusal(error.code, error.message)
    log.error({ err: error, subject }, 'A question on the bus could not be answered')
    return encodeRefusal('INTERNAL', `${subject} failed at the service that answers it; its log tells why`)
  }
}

function readAsk(subject: string, text: string): unknown {
  try {
    return decodeAsk(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The question ${subject} is not JSON`, { cause })
  }
}

/** An answer that is not JSON is no fault of who asked. */
function writeReply(subject: string, reply: unknown): string {
  try {
    return encodeReply(`The answer to ${subject}`, reply)
  } catch (cause) {
    if (isAppError(cause) && cause.code === 'TOO_LARGE') throw cause
    throw new Error(`The answer to ${subject} is not JSON`, { cause })
  }
}
