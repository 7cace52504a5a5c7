import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { retried } from './retried.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Fails this many times, with numbered errors. */
function failing(times: number) {
  let calls = 0
  return async () => {
    calls += 1
    if (calls <= times) throw new Error(`failure ${calls}`)
    return `call ${calls}`
  }
}

it.each([
  [0, 'call 1'],
  [1, 'call 2'],
  [2, 'failure 2'],
])('after %i failures gives %s', async (times, expected) => {
  const result = retried(failing(times)).catch(({ message }) => message)
  await vi.runAllTimersAsync()
  expect(await result).toBe(expected)
})

it('does not retry what is not worth it', async () => {
  await expect(retried(failing(1), () => false)).rejects.toThrow('failure 1')
})
