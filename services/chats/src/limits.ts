import { AppError } from '@aangan/service-kit/errors'
import { limitWork } from '@aangan/service-kit/windows'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** New chats per person and hour: each may mail a stranger. */
const NEW_CHATS = 30

/** What a message takes besides its text: its fields, its indexes and its event. */
const MESSAGE_BYTES = 500

/** Counts per process. Both functions throw TOO_MANY_REQUESTS beyond the limit. */
export function createLimits(messagesPerMinute: number, now: () => Date) {
  const clock = () => now().getTime()
  return {
    message: limitWork({ limit: messagesPerMinute, windowMs: MINUTE_MS, now: clock }, (waitMs) => {
      const waitS = Math.ceil(waitMs / 1_000)
      return tooMany(`You are sending messages too fast. Try again in ${waitS} s.`, waitS)
    }),
    newChat: limitWork({ limit: NEW_CHATS, windowMs: HOUR_MS, now: clock }, (waitMs) => {
      const waitS = Math.ceil(waitMs / 1_000)
      return tooMany(`You have started too many new chats. Try again in ${Math.ceil(waitS / 60)} min.`, waitS)
    }),
  }
}

/** Bytes in the store. */
export function costOf(text: string): number {
  return MESSAGE_BYTES + Buffer.byteLength(text)
}

export function sentTooMuch(waitMs: number): AppError {
  const hours = Math.ceil(waitMs / HOUR_MS)
  const message = `You have sent as much as a person can send in a day. Try again in ${hours} h.`
  return tooMany(message, Math.ceil(waitMs / 1_000))
}

export function unanswered(limit: number): AppError {
  const message = `You have sent ${limit} messages without a reply. Wait until this person writes to you.`
  return new AppError('TOO_MANY_REQUESTS', message)
}

function tooMany(message: string, retryAfterS: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS })
}
