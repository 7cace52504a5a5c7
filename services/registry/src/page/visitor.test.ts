import { connect } from 'node:net'
import type { App } from '@aangan/service-kit/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const releases = [
  { name: 'shell' },
  { name: 'mfe-listings', routes: [{ path: '/list', title: 'Homes', data: '/posts{search}' }] },
]

let registry: RunningRegistry
/** Calls that posts got, from which address, and whether they were aborted before a response. */
let calls: { from: unknown; isLeft: boolean }[]

function addPosts(server: App): void {
  server.get('/posts', async ({ headers, query, raw }) => {
    const call = { from: headers['x-forwarded-for'], isLeft: false }
    calls.push(call)
    raw.on('close', () => {
      call.isLeft = raw.destroyed
    })
    if (Object(query).city === 'Slow') await new Promise(() => undefined)
    return []
  })
}

beforeEach(async () => {
  calls = []
  registry = await startRegistry({ releases, posts: addPosts, env: { FIRST_DATA_WAIT_MS: '10000' } })
})
afterEach(() => registry.close())

test('posts sees the address of the visitor whose page it is asked for', async () => {
  await registry.get('/list', { 'x-forwarded-for': '1.2.3.4' })
  expect(calls).toMatchObject([{ from: '1.2.3.4' }])
})

test('the call for a page is aborted when its visitor leaves', async () => {
  await registry.app.listen({ port: 0, host: '127.0.0.1' })
  const visitor = connect(Number(new URL(registry.app.listeningOrigin).port), '127.0.0.1')
  visitor.write('GET /list?city=Slow HTTP/1.1\r\nHost: x\r\nAccept: text/html\r\n\r\n')
  await expect.poll(() => calls.length).toBe(1)
  visitor.destroy()
  // Sooner than FIRST_DATA_WAIT_MS.
  await expect.poll(() => calls[0]?.isLeft, { timeout: 8_000 }).toBe(true)
  expect(registry.logged()).not.toContain('could not fetch')
})
