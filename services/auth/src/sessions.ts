import { SESSION_DAYS } from '@aangan/contracts/account-constants'
import type { Parts } from '@aangan/service-kit/parts'
import { type AccountDoc, epochOf } from './account.ts'
import type { AuthStore, SessionDoc } from './store.ts'

export const SESSION_MS = SESSION_DAYS * 86_400_000

type Ending = { store: AuthStore } & Pick<Parts, 'bus' | 'log'>
export type SessionParts = Ending & Pick<Parts, 'now'>

export async function endSession({ store, ...parts }: Ending, hash: string): Promise<boolean> {
  const wasThere = await store.sessions.remove(hash)
  if (wasThere) await announce(parts, [hash])
  return wasThere
}

/** Ends a user's sessions except `keep`. Without it, their known browsers are forgotten, too. */
export async function endSessionsOf({ store, ...parts }: SessionParts, userId: string, keep?: string): Promise<void> {
  const all = await store.sessions.ofUser(userId, parts.now())
  const ids = all.map(({ _id }) => _id).filter((hash) => hash !== keep)
  await Promise.all([
    keep === undefined && store.devices.removeOf(userId),
    ...ids.map((hash) => store.sessions.remove(hash)),
  ])
  if (ids.length > 0) await announce(parts, ids)
}

export async function findEnded(
  { store, now }: Pick<Ending, 'store'> & Pick<Parts, 'now'>,
  hashes: string[],
): Promise<string[]> {
  const sessions = await store.sessions.findMany(hashes, now())
  const accounts = await store.findMany([...new Set(sessions.map(({ userId }) => userId))])
  const owners = new Map(accounts.map((account) => [account._id, account]))
  const good = sessions.filter((session) => !isSignedOut(session, owners.get(session.userId) ?? null))
  const left = new Set(good.map(({ _id }) => _id))
  return hashes.filter((hash) => !left.has(hash))
}

/** Whether a new password, or the end of the account, has ended the session, which may still be stored. */
export function isSignedOut({ _id, epoch = 0 }: SessionDoc, account: AccountDoc | null): boolean {
  if (account === null) return true
  return epoch < epochOf(account) && _id !== account.signedOut?.except
}

/** When a session of this account was opened; null if it has ended. */
export async function openedAt(
  { store, now }: Pick<Ending, 'store'> & Pick<Parts, 'now'>,
  hash: string,
  account: AccountDoc,
): Promise<string | null> {
  const session = await store.sessions.find(hash, now())
  return session?.userId === account._id && !isSignedOut(session, account) ? session.createdAt : null
}

/** While the bus is down, gateways find out within a minute. */
async function announce({ bus, log }: Omit<Ending, 'store'>, ids: string[]): Promise<void> {
  await bus.broadcast('session.ended', { ids }).catch((error: unknown) => {
    log.warn({ err: error, sessions: ids.length }, 'could not broadcast ended sessions')
  })
}
