import { askersOf } from '@aangan/contracts/bus-access'
import type { Logger } from 'pino'
import { AppError, isAppError, PART_UNAVAILABLE, UNEXPECTED } from '../errors.ts'
import { type IdentityVerifier, openIdentify } from '../identity.ts'
import { isStoreUnavailable } from '../store/store.ts'
import { decodeAsk, encodeAsk, encodeRefusal, encodeReply } from './wire.ts'

/** `authorization`: of the person for whom the caller asks; empty for nobody. */
export type Answer = (ask: unknown, authorization: string) => Promise<unknown>

/** A request as both buses carry it. */
export interface AskText {
  subject: string
  text: string
  authorization: string
}

export function askTextOf(subject: string, ask: unknown, { as }: { as?: { token: string } | undefined }): AskText {
  return { subject, text: encodeAsk(subject, ask), authorization: as ? `Bearer ${as.token}` : '' }
}

/**
 * Types end at the wire: that the arguments match the subject was checked where `respond` was called. A token must have
 * been sent to a service that may ask this, so that no other one gets anything for the tokens of its own requests.
 */
export function answerOf(subject: string, responding: readonly unknown[]): Answer {
  const [first, second] = responding
  if (second === undefined) return first as Answer
  const identify = openIdentify(first as IdentityVerifier, askersOf(subject))
  const answer = second as (ask: unknown, person: unknown) => Promise<unknown>
  return async (ask, authorization) => answer(ask, identify(authorization))
}

/** Returns the encoded reply; never rejects. Outages and unknown errors are logged: the caller may not see them. */
export async function answerText(
  { subject, text, authorization }: AskText,
  answer: Answer,
  log: Logger,
): Promise<string> {
  try {
    const reply = await answer(readAsk(subject, text), authorization)
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
