import { expect, it } from 'vitest'
import { countInWindows, limitWork } from './windows.ts'

it('counts each key separately and returns how long to wait above the limit', () => {
  const count = countInWindows({ limit: 2, windowMs: 60_000 })
  expect([count('a'), count('b'), count('a')]).toEqual([0, 0, 0])
  expect(count('a')).toBeGreaterThan(59_000)
  expect(count('b')).toBe(0)
})

it('starts a new window when one has ended', async () => {
  const count = countInWindows({ limit: 1, windowMs: 20 })
  expect(count('a')).toBe(0)
  await expect.poll(() => count('a')).toBe(0)
})

it('starts a new window when the clock is set back', () => {
  let time = 10 * 3_600_000
  const count = countInWindows({ limit: 1, windowMs: 60_000, now: () => time })
  expect([count('a'), count('a')]).toEqual([0, 60_000])
  time -= 3_600_000
  expect([count('a'), count('a')]).toEqual([0, 60_000])
})

it('work that fails through an outage is not counted, other failures are', async () => {
  const limited = limitWork({ limit: 1, windowMs: 60_000 }, (waitMs) => new Error(`wait ${waitMs > 0}`))
  const fail = (error: Error) => limited('a', async () => Promise.reject(error))
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  for (const _ of [1, 2, 3]) await expect(fail(full)).rejects.toBe(full)
  await expect(fail(new Error('wrong'))).rejects.toThrow('wrong')
  await expect(limited('a', async () => 'done')).rejects.toThrow('wait true')
  expect(await limited('b', async () => 'done')).toBe('done')
})
