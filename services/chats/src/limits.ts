import { AppError } from '@aangan/service-kit/errors'
import { countInWindows } from '@aangan/service-kit/windows'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** Chats with somebody new that one person begins in an hour: each may lead to a mail to a stranger. */
const NEW_CHATS = 30

type Count = (userId: string) => void

/** Counts in this process. Each returned function throws TOO_MANY_REQUESTS for one too many of a person. */
export function createLimits(messagesPerMinute: number, now: () => Date): { message: Count; newChat: Count } {
  const clock = () => now().getTime()
  const messages = countInWindows({ limit: messagesPerMinute, windowMs: MINUTE_MS, now: clock })
  const chats = countInWindows({ limit: NEW_CHATS, windowMs: HOUR_MS, now: clock })
  return {
    message(userId) {
      const waitS = Math.ceil(messages(userId) / 1_000)
      if (waitS > 0) throw tooMany(`You write too fast. Try again in ${waitS} s.`, waitS)
    },
    newChat(userId) {
      const waitS = Math.ceil(chats(userId) / 1_000)
      if (waitS > 0) throw tooMany(`You have begun many chats. Try again in ${Math.ceil(waitS / 60)} min.`, waitS)
    },
  }
}

function tooMany(message: string, retryAfterS: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS })
}
