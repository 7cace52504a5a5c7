import { ERROR_STATUS, type ErrorCode } from '@aangan/contracts/errors'
import { AppError } from '../errors.ts'

/** NATS rejects messages over 1,048,576 bytes by default; both buses enforce the same, slightly lower limit. */
const MAX_MESSAGE_BYTES = 1_000_000

const SUBJECT = /^[a-z0-9-]+(\.[a-z0-9-]+)*$/
const DURABLE = /^[a-z0-9]+(-[a-z0-9]+)*$/
const EVENT_ID = /^[\x21-\x7e]{1,200}$/

export function checkSubject(subject: string): void {
  if (SUBJECT.test(subject)) return
  throw new AppError(
    'BAD_REQUEST',
    `"${subject}" is not a valid subject: use lower-case words joined by dots, such as user.changed`,
  )
}

export function checkSubjects(subjects: readonly string[]): void {
  if (subjects.length === 0) throw new AppError('BAD_REQUEST', 'A subscription needs at least one subject')
  for (const subject of subjects) checkSubject(subject)
}

export function checkPosition(position: number): void {
  if (Number.isSafeInteger(position) && position >= 0) return
  throw new AppError('BAD_REQUEST', `${position} is not a position in the log: use that of an event, or 0`)
}

export function checkDurable(durable: string): void {
  if (DURABLE.test(durable)) return
  throw new AppError('BAD_REQUEST', `"${durable}" is not a valid durable name: use lower-case words joined by hyphens`)
}

export function checkEventId(id: string): void {
  if (EVENT_ID.test(id)) return
  throw new AppError('BAD_REQUEST', `"${id}" is not a valid event id: use 1 to 200 visible ASCII characters`)
}

/** Throws BAD_REQUEST for what JSON cannot hold, TOO_LARGE for oversized text. `what` names it in the error. */
export function encode(what: string, value: unknown): string {
  const text = stringify(what, value)
  const bytes = Buffer.byteLength(text)
  if (bytes <= MAX_MESSAGE_BYTES) return text
  throw new AppError('TOO_LARGE', `${what} is ${bytes} bytes as JSON; the bus carries at most ${MAX_MESSAGE_BYTES}`)
}

function stringify(what: string, value: unknown): string {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (error) {
    throw notJson(what, error instanceof Error ? error.message : String(error), error)
  }
  if (text === undefined) throw notJson(what, `it is of type ${typeof value}`)
  return text
}

function notJson(what: string, why: string, cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', `${what} cannot be sent as JSON (${why}); send plain values`, { cause })
}

/** Throws a SyntaxError for invalid JSON. */
export function decode(text: string): unknown {
  return JSON.parse(text)
}

/** A request may have no payload: `undefined` becomes an empty text. */
export function encodeAsk(subject: string, ask: unknown): string {
  return ask === undefined ? '' : encode(`The request ${subject}`, ask)
}

export function decodeAsk(text: string): unknown {
  return text === '' ? undefined : decode(text)
}

export function encodeReply(what: string, value: unknown): string {
  return encode(what, { value })
}

export function encodeRefusal(code: ErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } })
}

/** Throws the responder's AppError, or UPSTREAM_FAILED for a malformed reply. */
export function decodeReply(subject: string, text: string): unknown {
  const reply = parseReply(subject, text)
  if (!('error' in reply)) return 'value' in reply ? reply.value : undefined
  throw refusal(reply.error) ?? unreadable(subject)
}

function parseReply(subject: string, text: string): object {
  try {
    const reply: unknown = JSON.parse(text)
    if (typeof reply === 'object' && reply !== null) return reply
  } catch (error) {
    throw unreadable(subject, error)
  }
  throw unreadable(subject)
}

function refusal(error: unknown): AppError | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return undefined
  const { code, message } = error
  return isErrorCode(code) && typeof message === 'string' ? new AppError(code, message) : undefined
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(ERROR_STATUS, code)
}

function unreadable(subject: string, cause?: unknown): AppError {
  return new AppError(
    'UPSTREAM_FAILED',
    `The reply to ${subject} on the bus is malformed; check what else responds to it`,
    {
      cause,
    },
  )
}
