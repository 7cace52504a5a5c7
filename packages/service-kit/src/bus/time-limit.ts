import { AppError, PART_AWAY } from '../errors.ts'

/** Settles as `work` does, or rejects with `expired()` after `ms`. The work itself goes on: its end is the caller's. */
export async function withTimeLimit<T>(work: Promise<T>, ms: number, expired: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(expired()), ms)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

export function timedOut(subject: string, timeoutMs: number): AppError {
  return unanswered('UPSTREAM_TIMED_OUT', new Error(`${subject} was not answered within ${timeoutMs} ms`))
}

/** The message may reach a visitor; `why` is for the log. */
export function unanswered(code: 'UNAVAILABLE' | 'UPSTREAM_TIMED_OUT', why: Error): AppError {
  return new AppError(code, PART_AWAY, { cause: why })
}
