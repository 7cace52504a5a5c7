import type { Parts } from '@aangan/service-kit/parts'
import { createAdapter } from '@socket.io/redis-adapter'
import { Redis } from 'ioredis'

const ANSWER_MS = 1_000
const LOG_EVERY_MS = 10_000

/** Carries only events that may be lost. While Redis is down, the adapter's calls fail and nothing waits for it. */
export function openRedis(
  url: string,
  log: Parts['log'],
): { adapter: ReturnType<typeof createAdapter>; close(): void } {
  const sending = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: ANSWER_MS })
  // Subscribes once Redis is up, and again after each reconnect.
  const receiving = new Redis(url, { maxRetriesPerRequest: null })
  const warn = throttledWarning(log)
  for (const client of [sending, receiving]) client.on('error', warn)
  const adapter = createAdapter(withHandledErrors(sending, warn), withHandledErrors(receiving, warn))
  return {
    adapter,
    close() {
      sending.disconnect()
      receiving.disconnect()
    },
  }
}

/** The adapter awaits few of its calls; an unhandled rejection would end the process. */
function withHandledErrors(client: Redis, warn: (error: unknown) => void): Redis {
  return new Proxy(client, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return (...args: unknown[]) => {
        const result: unknown = member.apply(target, args)
        if (result instanceof Promise) result.catch(warn)
        return result
      }
    },
  })
}

/** Logs at most one failure per interval. */
function throttledWarning(log: Parts['log']): (error: unknown) => void {
  let silentUntil = 0
  return (error) => {
    if (performance.now() < silentUntil) return
    silentUntil = performance.now() + LOG_EVERY_MS
    log.warn({ err: error }, 'Redis is down: typing and presence stay within this node')
  }
}
