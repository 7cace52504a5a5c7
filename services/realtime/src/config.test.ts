import { readConfig } from '@aangan/service-kit/config'
import { expect, test } from 'vitest'
import { RealtimeConfig } from './config.ts'

test('NODE_URL cannot be https, which the gateway does not pass sockets on to', () => {
  expect(readConfig(RealtimeConfig, { NODE_URL: 'http://10.0.0.7:8080' }).NODE_URL).toBe('http://10.0.0.7:8080')
  expect(() => readConfig(RealtimeConfig, { NODE_URL: 'https://node.example' })).toThrow(/NODE_URL=.* without TLS/)
})
