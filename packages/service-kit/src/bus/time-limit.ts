import { AppError, PART_UNAVAILABLE } from '../errors.ts'

/** Rejects with `expired()` after `ms`. The work is not cancelled; its outcome is up to the caller. */
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
  return noReply('UPSTREAM_TIMED_OUT', new Error(`No reply to ${subject} within ${timeoutMs} ms`))
}

/** The message may reach a visitor; `why` is only logged. */
export function noReply(code: 'UNAVAILABLE' | 'UPSTREAM_TIMED_OUT', why: Error): AppError {
  return new AppError(code, PART_UNAVAILABLE, { cause: why })
}
