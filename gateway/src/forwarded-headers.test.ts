import { EventEmitter, once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { createServer } from '@aangan/service-kit/server'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { expect, onTestFinished, test } from 'vitest'
import { requestHeaders } from './forwarded-headers.ts'
import { VISITOR } from './sessions.ts'

const FORWARDED = { 'x-forwarded-for': '1.1.1.1', 'x-forwarded-host': 'homes.example', 'x-forwarded-proto': 'https' }

test('a write whose client has left still names the client, the host and the protocol', async () => {
  const app = createServer({ name: 'gateway', parts: serverParts(), ready: async () => {}, trustProxy: 'loopback' })
  onTestFinished(() => app.close())
  const steps = new EventEmitter()
  app.decorateRequest('caller')
  app.delete('/posts/1', async (request, reply) => {
    request.caller = VISITOR
    const left = once(reply.raw, 'close')
    steps.emit('arrived')
    await left
    steps.emit('passed', requestHeaders(request, 'posts'))
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const [arrived, passed] = [once(steps, 'arrived'), once(steps, 'passed')]
  const client = connect(Number(new URL(app.listeningOrigin).port), '127.0.0.1')
  const lines = Object.entries(FORWARDED).map(([name, value]) => `${name}: ${value}\r\n`)
  client.write(`DELETE /posts/1 HTTP/1.1\r\nHost: x\r\n${lines.join('')}\r\n`)
  await arrived
  client.destroy()
  const [sent] = (await passed) as [IncomingHttpHeaders]
  expect(sent).toMatchObject(FORWARDED)
})
