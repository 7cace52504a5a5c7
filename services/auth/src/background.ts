import { setImmediate as breathe } from 'node:timers/promises'
import type { Parts } from '@aangan/service-kit/parts'

export type Background = ReturnType<typeof createBackground>

/** Responses do not wait for mails: their time could reveal accounts. */
export function createBackground(log: Parts['log']) {
  const pending = new Set<Promise<void>>()
  return {
    run(send: () => Promise<void>, failure: string): void {
      const sending = breathe()
        .then(send)
        .catch((error: unknown) => log.error({ err: error }, failure))
        .finally(() => pending.delete(sending))
      pending.add(sending)
    },

    async settle(): Promise<void> {
      await Promise.all(pending)
    },
  }
}
