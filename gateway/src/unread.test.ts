import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { limitUnread } from './unread.ts'

const MEGABYTES_64 = Buffer.alloc(67_108_864)

it('ends a response of the address with the most once 256 MB wait for their clients', () => {
  const service = limitUnread({ stalledMs: () => 0 }).ofService()
  const respond = (address: string) => {
    const stream = new Readable({ read: () => undefined, highWaterMark: MEGABYTES_64.length })
    stream.on('error', () => undefined)
    stream.push(MEGABYTES_64)
    const raw = new ServerResponse(new IncomingMessage(new Socket()))
    service.begin({ request: { sender: { address, host: 'x', protocol: 'http' } }, raw }, stream)
    return stream
  }
  const single = respond('1.1.1.1')
  const many = [1, 2, 3].map(() => respond('2.2.2.2'))
  expect([single, ...many].filter(({ destroyed }) => destroyed)).toEqual([])
  respond('3.3.3.3')
  expect([single, ...many].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false])
})
