import type { Session } from '@aangan/contracts/users'

const LIMIT_MS = 20_000

/** The calls that the shell itself makes. Each rejects where the answer is not what the contract says. */
export const askSession = () => getJson<Session>('/users/session')

/** How many of one's chats have unread messages. */
export const askUnread = () => getJson<number>('/users/notification')

/** An answer that is none. */
export class CallError extends Error {
  readonly status: number

  constructor(path: string, status: number) {
    super(`GET ${path} answered ${status}.`)
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
