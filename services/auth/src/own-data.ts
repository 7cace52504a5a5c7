import type { DataPage } from '@aangan/contracts/own-data'
import { AppError } from '@aangan/service-kit/errors'
import type { AuthStore } from './store.ts'

/** The account and its sign-ins: a few dozen documents, so one page. */
export async function ownDataOf(store: AuthStore, userId: string, now: Date): Promise<DataPage> {
  const account = await store.find(userId)
  if (account === null) throw new AppError('NOT_FOUND', 'User not found.')
  const { username, email, createdAt } = account
  const [sessions, devices] = await Promise.all([store.sessions.ofUser(userId, now), store.devices.of(userId)])
  return {
    lists: {
      account: [{ id: userId, username, email, createdAt }],
      sessions: sessions.map(({ createdAt, seenAt, expiresAt, userAgent }) => ({
        createdAt,
        seenAt,
        expiresAt,
        userAgent,
      })),
      knownBrowsers: devices.map(({ expiresAt }) => ({ expiresAt })),
    },
    next: null,
  }
}
