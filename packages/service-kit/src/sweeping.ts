import type { Logger } from 'pino'

interface Sweeping {
  everyMs: number
  sweep: () => Promise<unknown>
  /** Logged when a sweep fails; the next one tries again. */
  failure: string
  log: Logger
}

/** Runs `sweep` now and then, beside everything else. `stop` resolves once the one under way has ended. */
export function startSweeping({ everyMs, sweep, failure, log }: Sweeping): { stop(): Promise<void> } {
  let sweeping: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    sweeping = sweep().catch((error: unknown) => log.warn({ err: error }, failure))
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
