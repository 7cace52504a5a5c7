import { expect, it } from 'vitest'
import { countByAddress } from './counting.ts'

it('counts each address apart, and says how long to wait beyond the limit', () => {
  const count = countByAddress({ limit: 2, windowMs: 60_000 })
  expect([count('a'), count('b'), count('a')]).toEqual([0, 0, 0])
  expect(count('a')).toBeGreaterThan(59_000)
  expect(count('b')).toBe(0)
})

it('begins anew when a window is over', async () => {
  const count = countByAddress({ limit: 1, windowMs: 20 })
  expect(count('a')).toBe(0)
  await expect.poll(() => count('a')).toBe(0)
})
