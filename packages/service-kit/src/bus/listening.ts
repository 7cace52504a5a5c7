import type { Logger } from 'pino'
import { decode } from './wire.ts'

export interface ListenRules {
  subjects: readonly string[]
  handle(broadcast: { subject: string; data: unknown }): Promise<void>
  log: Logger
}

/** `hear` logs errors instead of throwing: no caller could handle them. */
export function createListening({ handle, log }: ListenRules) {
  const inHand = new Set<Promise<void>>()

  async function attempt(subject: string, text: string): Promise<void> {
    try {
      await handle({ subject, data: decode(text) })
    } catch (error) {
      log.warn({ err: error, subject }, 'A broadcast handler failed')
    }
  }

  return {
    hear(subject: string, text: string): void {
      const handling = attempt(subject, text).finally(() => inHand.delete(handling))
      inHand.add(handling)
    },
    async settle(): Promise<void> {
      await Promise.all(inHand)
    },
  }
}
