import type { Logger } from 'pino'
import { AppError, isAppError } from '../errors.ts'
import { decodeAsk, encodeRefusal, encodeReply } from './wire.ts'

export type Answer = (ask: unknown) => Promise<unknown>

/** Returns the encoded reply; never rejects. Unknown errors are logged here and sent as INTERNAL. */
export async function answerText(subject: string, answer: Answer, text: string, log: Logger): Promise<string> {
  try {
    const reply = await answer(readAsk(subject, text))
    return writeReply(subject, reply)
  } catch (error) {
    if (isAppError(error)) return encodeRefusal(error.code, error.message)
    log.error({ err: error, subject }, 'A bus request failed')
    return encodeRefusal('INTERNAL', `${subject} failed in the service that handles it; see its log`)
  }
}

function readAsk(subject: string, text: string): unknown {
  try {
    return decodeAsk(text)
  } catch (cause) {
    throw new AppError('BAD_REQUEST', `The request ${subject} is not JSON`, { cause })
  }
}

/** A reply that is not JSON is the responder's fault, so it must not reach the caller as BAD_REQUEST. */
function writeReply(subject: string, reply: unknown): string {
  try {
    return encodeReply(`The reply to ${subject}`, reply)
  } catch (cause) {
    if (isAppError(cause) && cause.code === 'TOO_LARGE') throw cause
    throw new Error(`The reply to ${subject} is not JSON`, { cause })
  }
}
