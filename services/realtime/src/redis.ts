import type { Parts } from '@aangan/service-kit/parts'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'

/** Longer than a node that is there takes to say whose sockets it has. */
const ANSWER_MS = 1_000
const LOG_EVERY_MS = 10_000

/**
 * Opens what nodes tell each other through: only what may be lost. While Redis is away, the adapter's calls fail and
 * nothing waits for it.
 */
export function openRedis(
  url: string,
  log: Parts['log'],
): { adapter: ReturnType<typeof createAdapter>; close(): void } {
  const sending = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: ANSWER_MS })
  // It subscribes once Redis is there, and again whenever it is back.
  const receiving = new Redis(url, { maxRetriesPerRequest: null })
  const note = noted(log)
  for (const client of [sending, receiving]) client.on('error', note)
  const adapter = createAdapter(handled(sending, note), handled(receiving, note), { requestsTimeout: ANSWER_MS })
  return {
    adapter,
    close() {
      sending.disconnect()
      receiving.disconnect()
    },
  }
}

/** The adapter awaits few of its calls; one that fails unawaited would end the process. */
function handled(client: Redis, note: (error: unknown) => void): Redis {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const result: unknown = member.apply(target, args)
        if (result instanceof Promise) result.catch(note)
        return result
      }
    },
  })
}

/** Logs a failure; while they go on, one in a while. */
function noted(log: Parts['log']): (error: unknown) => void {
  let silentUntil = 0
  return (error) => {
    if (Date.now() < silentUntil) return
    silentUntil = Date.now() + LOG_EVERY_MS
    log.warn({ err: error }, 'Redis is away: typing and presence stay within this node')
  }
}
