import { afterEach, expect, test, vi } from 'vitest'
import { TimeLimitedPool } from './time-limited-pool.ts'

afterEach(() => void vi.useRealTimers())

test('a call that fails while it waits for a connection fails once', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const waitMs = 60_000
  // Nothing listens on this port.
  const pool = new TimeLimitedPool('http://127.0.0.1:1', { connections: 1, waitMs })
  const failures: string[] = []
  const call = (name: string) =>
    new Promise<void>((resolve) => {
      const onResponseError = () => {
        failures.push(name)
        resolve()
      }
      pool.dispatch({ method: 'GET', path: '/' }, { onRequestStart() {}, onResponseError })
    })
  await Promise.all([call('first'), call('second')])
  vi.advanceTimersByTime(waitMs)
  expect(failures).toEqual(['first', 'second'])
})
