import { expect, test } from 'vitest'
import { readRealtimeConfig } from './config.ts'

test('NODE_URL cannot be https, which the gateway does not pass sockets on to', () => {
  expect(readRealtimeConfig({ NODE_URL: 'http://10.0.0.7:8080' }).NODE_URL).toBe('http://10.0.0.7:8080')
  expect(() => readRealtimeConfig({ NODE_URL: 'https://node.example' })).toThrow(/NODE_URL=.* without TLS/)
})
