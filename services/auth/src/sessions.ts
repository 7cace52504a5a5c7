import type { Parts } from '@aangan/service-kit/parts'
import type { AuthStore } from './store.ts'

/** How long somebody stays signed in. */
export const SESSION_MS = 7 * 86_400_000

type Ending = { store: AuthStore } & Pick<Parts, 'bus' | 'log'>

/** Ends one session, and tells the gateways. Whether it was there. */
export async function endSession({ store, ...parts }: Ending, hash: string): Promise<boolean> {
  const wasThere = await store.sessions.remove(hash)
  if (wasThere) await announce(parts, [hash])
  return wasThere
}

/** Ends all sessions of a person but one. Without one to keep, the browsers they were known by are forgotten, too. */
export async function endSessionsOf(
  { store, ...parts }: Ending & { now: () => Date },
  userId: string,
  keep?: string,
): Promise<void> {
  const all = await store.sessions.ofUser(userId, parts.now())
  const ids = all.map(({ _id }) => _id).filter((hash) => hash !== keep)
  await Promise.all([
    keep === undefined && store.devices.removeOf(userId),
    ...ids.map((hash) => store.sessions.remove(hash)),
  ])
  if (ids.length > 0) await announce(parts, ids)
}

/** While the bus is away the gateways find out by themselves, within a minute. */
async function announce({ bus, log }: Omit<Ending, 'store'>, ids: string[]): Promise<void> {
  await bus.broadcast('session.ended', { ids }).catch((error: unknown) => {
    log.warn({ err: error, sessions: ids.length }, 'gateways could not be told that sessions ended')
  })
}
