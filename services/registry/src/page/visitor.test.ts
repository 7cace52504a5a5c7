import { connect } from 'node:net'
import { IDENTITY_HEADER } from '@aangan/service-kit/identity'
import type { App } from '@aangan/service-kit/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bootIn } from '../testing/embedded.ts'
import { type RunningRegistry, startRegistry } from '../testing/registry.ts'

const releases = [
  { name: 'shell' },
  { name: 'mfe-listings', routes: [{ path: '/list', title: 'Homes', data: '/posts{search}' }] },
]

let registry: RunningRegistry
/** Calls that posts got, from which address, and whether they were aborted before a response. */
let calls: { from: unknown; isLeft: boolean }[]
/** Of the calls for `city=Held`, in order. */
let answer: (() => void)[]

function addPosts(server: App): void {
  server.get('/posts', async ({ headers, query, raw }) => {
    const call = { from: headers['x-forwarded-for'], isLeft: false }
    calls.push(call)
    raw.on('close', () => {
      call.isLeft = raw.destroyed
    })
    if (Object(query).city === 'Slow') await new Promise(() => undefined)
    if (Object(query).city === 'Held') await new Promise<void>((resolve) => answer.push(resolve))
    return [`answer ${calls.length}`]
  })
}

beforeEach(async () => {
  calls = []
  answer = []
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

describe('the same page at the same time', () => {
  const HELD = '/list?city=Held'
  const pageOf = async (url: string) => (await registry.get(url)).body

  test('visitors share a page that was begun after they asked', async () => {
    const first = pageOf(HELD)
    await expect.poll(() => answer.length).toBe(1)
    const others = [pageOf(HELD), pageOf(HELD)]
    expect(await pageOf('/list?city=Pune')).toContain('"answer 2"')
    answer[0]?.()
    expect(await first).toContain('"answer 2"')
    await expect.poll(() => answer.length).toBe(2)
    answer[1]?.()
    for (const page of await Promise.all(others)) expect(page).toContain('"answer 3"')
    expect(calls).toHaveLength(3)
  })

  test.each<[who: string, headers: () => Record<string, string>]>([
    ['who is signed in', () => registry.signedIn('a'.repeat(24))],
    ['of whom it is unknown', () => ({ [IDENTITY_HEADER]: 'unknown' })],
    ['with a cookie', () => ({ cookie: 'visit=1' })],
    ['of another language', () => ({ 'accept-language': 'de' })],
    ['of another host', () => ({ 'x-forwarded-host': 'other.example' })],
  ])('somebody %s has a page of their own', async (_who, headers) => {
    const pages = [registry.get(HELD), registry.get(HELD, headers())]
    await expect.poll(() => answer.length).toBe(2)
    for (const end of answer) end()
    // Not even after the first one was given up.
    for (const { body } of await Promise.all(pages)) expect(body).toContain('"answer 2"')
  })

  test('a page asked for after a release has it', async () => {
    const before = registry.get(HELD)
    await expect.poll(() => answer.length).toBe(1)
    const waiting = registry.get(HELD)
    await registry.publish({ name: 'shell', version: '2.0.0' })
    const after = registry.get(HELD)
    await expect.poll(() => answer.length).toBe(2)
    for (const end of answer) end()
    expect(bootIn((await after).body).shell.version).toBe('2.0.0')
    await before
    await expect.poll(() => answer.length).toBe(3)
    answer[2]?.()
    expect((await waiting).statusCode).toBe(200)
  })
})
