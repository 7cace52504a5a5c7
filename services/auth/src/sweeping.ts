import type { Parts } from '@aangan/service-kit/parts'
import type { AuthStore } from './store.ts'

const EVERY_MS = 60_000

/** Removes what has expired, now and then. Replicas may do it side by side. */
export function startSweeping(store: AuthStore, { now, log }: Pick<Parts, 'now' | 'log'>): { stop(): Promise<void> } {
  let sweeping = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = store
      .sweep(now())
      .catch((error: unknown) => log.warn({ err: error }, 'what expired could not be removed'))
  }, EVERY_MS)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
