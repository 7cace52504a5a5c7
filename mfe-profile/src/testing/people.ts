import type { SessionInfo } from '@aangan/contracts/accounts'
import type { Session, User } from '@aangan/contracts/users'

export const asha: User = {
  id: 'a'.repeat(24),
  username: 'asha.rao',
  email: 'asha@example.com',
  avatar: null,
  createdAt: '2026-01-02T03:04:05.000Z',
}

export function signedIn(changes: Partial<User> = {}): Session {
  return { status: 'user', user: { ...asha, ...changes } }
}

export function sessionInfo(changes: Partial<SessionInfo> = {}): SessionInfo {
  return {
    id: 'b'.repeat(24),
    createdAt: '2026-01-02T03:04:05.000Z',
    seenAt: '2026-01-02T03:04:05.000Z',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
    isCurrent: true,
    ...changes,
  }
}
