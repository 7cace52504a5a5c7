import type { Session } from '@aangan/contracts/users'

const LIMIT_MS = 20_000

/** The shell's own requests. They reject on error responses. */
export const askSession = () => getJson<Session>('/users/session')

/** The number of chats with unread messages. */
export const askUnread = () => getJson<number>('/users/notification')

/** An error response. */
export class CallError extends Error {
  readonly status: number

  constructor(path: string, status: number) {
    super(`GET ${path} failed with status ${status}.`)
    this.status = status
  }
}

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path, {
    cache: 'no-store',
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(LIMIT_MS),
  })
  if (!response.ok) throw new CallError(path, response.status)
  return (await response.json()) as T
}
