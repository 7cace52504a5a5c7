import type { Logger } from 'pino'
import { AppError, isAppError, PART_UNAVAILABLE, UNEXPECTED } from '../errors.ts'
import { isStoreUnavailable } from '../store/store.ts'
import { decodeAsk, encodeRefusal, encodeReply } from './wire.ts'

export type Answer = (ask: unknown) => Promise<unknown>

/** Returns the encoded reply; never rejects. Outages and unknown errors are logged: the caller may not see them. */
export async function answerText(subject: string, answer: Answer, text: string, log: Logger): Promise<string> {
  try {
    const reply = await answer(readAsk(subject, text))
    return writeReply(subject, reply)
  } catch (error) {
    const isUnavailable = isStoreUnavailable(error)
    if (isUnavailable || !isAppError(error)) log.error({ err: error, subject }, 'A bus request failed')
    if (isAppError(error)) return encodeRefusal(error.code, error.message)
    return isUnavailable ? encodeRefusal('UNAVAILABLE', PART_UNAVAILABLE) : encodeRefusal('INTERNAL', UNEXPECTED)
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
