import { expect, it } from 'vitest'
import { rateLimitKey } from './rate-limit-key.ts'

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1'],
  ['2001:0DB8::5', '2001:db8:0:0'],
  ['2001:db8:0:1::', '2001:db8:0:1'],
  ['::1', '0:0:0:0'],
  ['fe80::1:2:3:4', 'fe80:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:FFFF:203.0.113.7', '203.0.113.7'],
  ['unknown', 'unknown'],
  ['', ''],
])('%s is counted as %s', (ip, address) => {
  expect(rateLimitKey(ip)).toBe(address)
})
