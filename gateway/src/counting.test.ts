import { expect, it } from 'vitest'
import { countByAddress, countedAs } from './counting.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['2001:0DB8::5', '2001:db8:0:0'],
  ['2001:db8:0:1::', '2001:db8:0:1'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
])('%s is counted as %s', (ip, address) => {
  expect(countedAs(ip)).toBe(address)
})

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
