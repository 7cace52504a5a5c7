import type { Logger } from 'pino'

interface Sweeping {
  everyMs: number
  sweep: () => Promise<unknown>
  failure: string
  log: Logger
}

/** Runs `sweep` periodically, one at a time. `stop` resolves once the current one has ended. */
export function startSweeping({ everyMs, sweep, failure, log }: Sweeping): { stop(): Promise<void> } {
  let sweeping: Promise<unknown> | null = null

  async function run(): Promise<void> {
    try {
      await sweep()
    } catch (error) {
      log.warn({ err: error }, failure)
    }
  }

  const timer = setInterval(() => {
    sweeping ??= run().finally(() => {
      sweeping = null
    })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await sweeping
    },
  }
}
