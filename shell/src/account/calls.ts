import type { Session } from '@aangan/contracts/users'

/** The calls that the shell itself makes. Each rejects where the answer is not what the contract says. */
export const askSession = () => getJson<Session>('/users/session')

/** How many of one's chats have unread messages. */
export const askUnread = () => getJson<number>('/users/notification')

async function getJson<T>(path: string): Promise<T> {
  const response = await fetch(path, { cache: 'no-store', headers: { accept: 'application/json' } })
  if (!response.ok) throw new Error(`GET ${path} answered ${response.status}.`)
  return (await response.json()) as T
}
