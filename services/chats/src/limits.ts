import { AppError } from '@aangan/service-kit/errors'
import { countInWindows } from '@aangan/service-kit/windows'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** New chats per person and hour: each may mail a stranger. */
const NEW_CHATS = 30

type Count = (userId: string) => void

/** Counts per process. Both functions throw TOO_MANY_REQUESTS beyond the limit. */
export function createLimits(messagesPerMinute: number, now: () => Date): { message: Count; newChat: Count } {
  const clock = () => now().getTime()
  const messages = countInWindows({ limit: messagesPerMinute, windowMs: MINUTE_MS, now: clock })
  const chats = countInWindows({ limit: NEW_CHATS, windowMs: HOUR_MS, now: clock })
  return {
    message(userId) {
      const waitS = Math.ceil(messages(userId) / 1_000)
      if (waitS > 0) throw tooMany(`You are sending messages too fast. Try again in ${waitS} s.`, waitS)
    },
    newChat(userId) {
      const waitS = Math.ceil(chats(userId) / 1_000)
      if (waitS > 0)
        throw tooMany(`You have started too many new chats. Try again in ${Math.ceil(waitS / 60)} min.`, waitS)
    },
  }
}

function tooMany(message: string, retryAfterS: number): AppError {
  return new AppError('TOO_MANY_REQUESTS', message, { retryAfterS })
}
