import type { Subscription } from '../bus/bus.ts'
import type { Parts } from '../parts.ts'
import { startSweeping } from '../sweeping.ts'
import type { RemovedAccount, RemovedAccounts } from './removed-accounts.ts'

const EVERY_MS = 60_000
const RETRY_MS = 60_000

interface Erasing extends Pick<Parts, 'bus' | 'log' | 'now'> {
  /** Name of the service. */
  name: string
  removed: RemovedAccounts
  /** Erases a bounded piece of a person's data, and is repeated until it returns false. Must be idempotent. */
  erase: (userId: string) => Promise<boolean>
}

/**
 * Erases the data of people whose account is removed. Each is stored first and then worked off piece by piece, also
 * after a crash, and once more an hour later.
 */
export async function eraseRemovedAccounts(parts: Erasing): Promise<Subscription> {
  const { bus, name, removed, now } = parts
  let isStopping = false
  let isWoken = false
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    do {
      isWoken = false
      for (let due = await removed.due(now()); due !== null && !isStopping; due = await removed.due(now()))
        await eraseOne(parts, due, () => isStopping)
    } while (isWoken && !isStopping)
  }

  function wake(): Promise<void> {
    isWoken = true
    running ??= work().finally(() => {
      running = null
    })
    return running
  }

  const failure = 'could not look for removed accounts whose data is to be erased'
  const sweeping = startSweeping({ everyMs: EVERY_MS, sweep: wake, failure, log: parts.log })
  const subscription = await bus.subscribe({
    durable: `${name}-removed-accounts`,
    subjects: ['account.removed'],
    async handle({ data: { id } }) {
      await removed.add(id, now())
      // Not awaited: it may take longer than the bus waits.
      wake().catch((error: unknown) => parts.log.warn({ err: error }, failure))
    },
  })
  wake().catch((error: unknown) => parts.log.warn({ err: error }, failure))
  return {
    async stop() {
      isStopping = true
      await Promise.all([subscription.stop(), sweeping.stop(), running?.catch(() => undefined)])
    },
  }
}

async function eraseOne(
  { removed, erase, log, now }: Erasing,
  account: RemovedAccount,
  isStopping: () => boolean,
): Promise<void> {
  try {
    while (await erase(account._id)) if (isStopping()) return
    await removed.passed(account, now())
  } catch (error) {
    log.error({ err: error, user: account._id }, `could not erase a removed account; retrying in ${RETRY_MS} ms`)
    await removed.postpone(account, now().getTime() + RETRY_MS)
  }
}
