import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ApiRequest, baseQuery, UNREACHABLE } from './api.ts'
import { openTestContext } from './testing/context.ts'

/** A server that never responds. */
const server = createServer(() => undefined)
let limits: { ms: number; reach: () => void }[]
let url: string

beforeEach(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
  limits = []
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const controller = new AbortController()
    limits.push({ ms, reach: () => controller.abort() })
    return controller.signal
  })
})
afterEach(async () => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

function ask(request: ApiRequest, signal = new AbortController().signal) {
  const extra = { takeFirstData: () => null }
  return baseQuery(request, { signal, extra } as Parameters<typeof baseQuery>[1], {})
}

it('times out requests, uploads later', async () => {
  const call = ask({ url, method: 'POST', body: { text: 'Hello' } })
  const upload = ask({ url, method: 'POST', body: new FormData() })
  for (const { reach } of limits) reach()
  expect(await Promise.all([call, upload])).toEqual([{ error: UNREACHABLE }, { error: UNREACHABLE }])
  const [first, second] = limits.map(({ ms }) => ms)
  expect(second).toBeGreaterThan(first ?? 0)
})

it('aborts a cancelled request', async () => {
  const caller = new AbortController()
  const asked = ask(url, caller.signal)
  caller.abort()
  expect(await asked).toEqual({ error: UNREACHABLE })
})

it('announces who signed out, once the server has confirmed it', async () => {
  const user = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }
  const { context: extra } = openTestContext({ status: 'user', user })
  const heard: unknown[] = []
  extra.changes.after(0).subscribe(({ change }) => heard.push(change))
  const answers = [Response.json({}, { status: 503 }), Response.json({})]
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answers.shift() ?? Response.error())
  const { signal } = new AbortController()
  const signOut = () =>
    baseQuery({ url: '/auth/logout', method: 'POST' }, { signal, extra } as Parameters<typeof baseQuery>[1], {})
  await signOut()
  expect(heard).toEqual([])
  await signOut()
  expect(heard).toEqual([{ type: 'user.left', id: user.id }])
})
