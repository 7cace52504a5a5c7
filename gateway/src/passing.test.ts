import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, startSite } from './testing/site.ts'

let site: Site
/** The service's side of the last response. */
let answer: ServerResponse

beforeAll(async () => {
  site = await startSite({
    services: {
      users: (app) => {
        const ways: Record<string, (raw: ServerResponse) => void> = {
          small: (raw) => raw.writeHead(200, { 'content-length': 9, etag: '"1"' }).write('half', () => raw.destroy()),
          large: (raw) => raw.writeHead(200).write('half', () => raw.destroy()),
          hints: (raw) => raw.writeEarlyHints({ link: '</a.css>; rel=preload' }, () => raw.end('whole')),
          late: () => undefined,
          endless: (raw) => raw.writeHead(200).write('x'.repeat(3_000_000)),
        }
        app.all<{ Params: { way: string } }>('/users/:way', (request, reply) => {
          answer = reply.hijack().raw
          ways[request.params.way]?.(answer)
        })
      },
    },
  })
})
afterAll(() => site.close())

it('turns a small incomplete response into an error without its headers', async () => {
  const { status, headers, body } = await site.send({ path: '/users/small' })
  expect([status, JSON.parse(body).code]).toEqual([502, 'UPSTREAM_FAILED'])
  expect(headers).not.toHaveProperty('etag')
})

it('aborts with a large incomplete response, so that nobody takes it for complete', async () => {
  const { body } = await fetch(`http://127.0.0.1:${site.port}/users/large`)
  await expect(new Response(body).text()).rejects.toThrow('terminated')
})

it('waits for the response after an early hint', async () => {
  const { status, body } = await site.send({ path: '/users/hints' })
  expect([status, body]).toEqual([200, 'whole'])
})

it('aborts the request when the client disconnects during the response', async () => {
  const client = connect(site.port, '127.0.0.1')
  client.write('GET /users/endless HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await once(client, 'data')
  const closed = once(answer, 'close')
  client.destroy()
  await closed
})

/** Requests a path that never responds, and disconnects once the service got it. Returns the service's side. */
async function askAndLeave(method: string): Promise<ServerResponse> {
  const before = answer
  const client = connect(site.port, '127.0.0.1')
  client.write(`${method} /users/late HTTP/1.1\r\nhost: localhost\r\ncontent-length: 0\r\n\r\n`)
  await expect.poll(() => answer !== before).toBe(true)
  client.destroy()
  return answer
}

it('aborts a read, but not a write, when the client disconnects before the response', async () => {
  const changing = await askAndLeave('POST')
  const reading = await askAndLeave('GET')
  await once(reading, 'close')
  expect(changing.closed).toBe(false)
  changing.end()
})
