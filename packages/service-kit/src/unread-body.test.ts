import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from './server.ts'
import { serverParts } from './testing/server-parts.ts'

/** In its own process: a client in this one would take turns with the server and never meet a reset. */
const CLIENT = `
  const { request } = require('node:http')
  const body = Buffer.alloc(10_000_000, 'x')
  const headers = { connection: 'close', 'content-type': process.argv[2], 'content-length': body.length }
  const upload = () => new Promise((resolve) => {
    request({ port: process.argv[1], path: '/posts', method: 'POST', agent: false, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode))
    }).on('error', (error) => resolve(error.code)).end(body)
  })
  const run = async () => { const seen = []; while (seen.length < 20) seen.push(await upload()); console.log(JSON.stringify(seen)) }
  run()`

test.each([
  ['application/json', 413],
  ['text/csv', 415],
])('a client that closes after its %s gets %i, never a reset', { timeout: 60_000 }, async (type, status) => {
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  app.post('/posts', async () => 'never')
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', CLIENT, String(port), type])
  expect(new Set(JSON.parse(stdout))).toEqual(new Set([status]))
  await app.close()
})

test('a refused body in chunks of a byte ends its connection, since each costs as much as a large one', async () => {
  const app = createServer({ name: 'posts', parts: serverParts(), ready: async () => {} })
  onTestFinished(() => app.close())
  await app.listen({ port: 0, host: '127.0.0.1' })
  const client = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => undefined)
  client.write('POST /nowhere HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n')
  const [answer] = await once(client, 'data')
  expect(String(answer)).toContain('404')
  client.write('1\r\na\r\n'.repeat(2_000))
  await new Promise((resolve) => client.once('close', resolve))
})
