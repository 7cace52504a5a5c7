import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { KEPT } from '@aangan/contracts/page'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type ApiRequest, baseQuery, UNREACHABLE } from './api.ts'
import { openTestContext } from './testing/context.ts'

/** A server that never responds. */
const server = createServer(() => undefined)
let url: string

beforeEach(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
})

async function ask(request: ApiRequest, signal = new AbortController().signal) {
  const extra = { takeFirstData: () => null }
  return await baseQuery(request, { signal, extra } as Parameters<typeof baseQuery>[1], {})
}

/** Of our own code only: `fetch` uses timers of Node's. */
function fakeTimers(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
}

it('times out requests, uploads later', async () => {
  fakeTimers()
  const call = ask({ url, method: 'POST', body: { text: 'Hello' } })
  const upload = ask({ url, method: 'POST', body: new FormData() })
  vi.advanceTimersByTime(60_000)
  expect(await Promise.race([call, upload.then(() => 'the upload')])).toEqual({ error: UNREACHABLE })
  vi.advanceTimersByTime(600_000)
  expect(await upload).toEqual({ error: UNREACHABLE })
})

it('aborts a cancelled request, and leaves no timer behind', async () => {
  fakeTimers()
  const caller = new AbortController()
  const asked = ask(url, caller.signal)
  expect(vi.getTimerCount()).toBe(1)
  caller.abort()
  expect(await asked).toEqual({ error: UNREACHABLE })
  expect(vi.getTimerCount()).toBe(0)
})

it.each([
  ['GET', 1, 'kept', { data: { calls: 2 } }, false],
  ['GET', 2, 'kept', { data: 'kept', meta: { status: 200 } }, true],
  ['GET', 2, 'not kept', { error: UNREACHABLE }, true],
  ['POST', 1, 'kept', { error: UNREACHABLE }, true],
] as const)(
  'a %s that the network drops %i times, and whose answer is %s',
  async (method, times, kept, expected, isAway) => {
    let [calls, isMarked] = [0, false]
    vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, { cache } = {}) => {
      if (cache === 'only-if-cached') return kept === 'kept' ? Response.json('kept') : Response.error()
      calls += 1
      if (calls <= times) throw new TypeError('Failed to fetch')
      return Response.json({ calls })
    })
    const toggleAttribute = (name: string, isOn: boolean) => {
      isMarked = isOn && name === KEPT
    }
    vi.stubGlobal('document', { documentElement: { toggleAttribute } })
    const result = await ask({ url, method })
    vi.unstubAllGlobals()
    expect(result).toMatchObject(expected)
    expect(isMarked).toBe(isAway)
  },
)

it('does not repeat a GET that the server refuses', async () => {
  const fetch = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({}, { status: 503 }))
  expect(await ask(url)).toMatchObject({ error: { status: 503 } })
  expect(fetch).toHaveBeenCalledTimes(1)
})

it.each([
  ['what it has kept', Response.json('kept'), { data: 'kept' }],
  [
    'that the reader is',
    Response.error(),
    { error: { message: 'You are offline. Try again once you are back online.' } },
  ],
])('says offline %s', async (_what, kept, expected) => {
  vi.stubGlobal('navigator', { onLine: false })
  const network = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_url, { cache } = {}) => {
    if (cache === 'only-if-cached') return kept
    throw new TypeError('Failed to fetch')
  })
  const result = await ask(url)
  vi.unstubAllGlobals()
  expect(result).toMatchObject(expected)
  expect(network.mock.calls.some(([, how]) => how?.cache !== 'only-if-cached')).toBe('error' in expected)
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
