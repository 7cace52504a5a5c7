import { EventEmitter, once } from 'node:events'
import { connect } from 'node:net'
import { createServer } from '@aangan/service-kit/server'
import { sendRaw } from '@aangan/service-kit/testing/raw-http'
import { serverParts } from '@aangan/service-kit/testing/server-parts'
import { expect, onTestFinished, test } from 'vitest'
import { limitInFlight } from './in-flight.ts'
import { watchReaders } from './slow-readers.ts'

const CLIENT = { address: '1.1.1.1', person: () => null }

test('a client that has left before its request begins holds no slot', async () => {
  const app = createServer({ name: 'gateway', parts: serverParts(), ready: async () => {} })
  onTestFinished(() => app.close())
  const begin = limitInFlight(watchReaders(app), 1)
  const steps = new EventEmitter()
  app.addHook('onRequest', (request, reply, done) => {
    const start = () => begin(CLIENT, { request, answer: reply.raw }, done)
    if (request.url !== '/late') return start()
    reply.raw.once('close', () => {
      start()
      steps.emit('begun')
    })
    steps.emit('arrived')
  })
  app.get('/*', async () => [])
  await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(app.listeningOrigin).port)
  const [arrived, begun] = [once(steps, 'arrived'), once(steps, 'begun')]
  const client = connect(port, '127.0.0.1')
  client.write('GET /late HTTP/1.1\r\nHost: x\r\n\r\n')
  await arrived
  client.destroy()
  await begun
  expect((await sendRaw({ port }, { method: 'GET', path: '/' })).status).toBe(200)
})
