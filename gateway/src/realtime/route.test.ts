import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Site, startSite } from '../testing/site.ts'
import { askUpgrade, startNode } from '../testing/socket-node.ts'

const PATH = '/socket.io/?EIO=4&transport=websocket'
const POLL = '/socket.io/?EIO=4&transport=polling'

type SocketNode = Awaited<ReturnType<typeof startNode>>

let site: Site
let one: SocketNode
let two: SocketNode
beforeEach(async () => {
  site = await startSite({ config: { ALLOWED_ORIGINS: ['https://partner.example'] } })
  one = await startNode(site.bus, 'one')
  two = await startNode(site.bus, 'two')
})
afterEach(async () => {
  for (const node of [one, two]) node.fallSilent()
  await site.close()
  await Promise.all([one.close(), two.close()])
})

const upgrade = (path = PATH, headers?: Record<string, string>) => askUpgrade(site.port, path, headers)
const poll = async (query = '') => (await site.send({ path: `${POLL}${query}` })).body.trim()

async function opened(path?: string): Promise<Socket> {
  const { socket } = await upgrade(path)
  if (socket === undefined) throw new Error('no WebSocket')
  return socket
}

async function echo(socket: Socket, text: string): Promise<string> {
  socket.write(text)
  const [chunk] = await once(socket, 'data')
  return String(chunk)
}

describe('a session', () => {
  it('starts on the least loaded node that is not draining', async () => {
    one.state.connections = 5
    await one.tell()
    expect([await poll(), await poll()]).toEqual(['two', 'two'])
    two.state.draining = true
    await two.tell()
    expect(await poll()).toBe('one')
    await opened()
    expect(one.asked).toHaveLength(2)
  })

  it('counts at once, before its node announces it', async () => {
    expect([await poll(), await poll(), await poll(), await poll()].sort()).toEqual(['one', 'one', 'two', 'two'])
  })

  it('stays with the node in its id, even while that is draining', async () => {
    two.state.draining = true
    await two.tell()
    expect(await poll('&sid=two.abc')).toBe('two')
    expect(await echo(await opened(`${PATH}&sid=two.abc`), 'hello')).toBe('hello')
  })

  it.each(['three.abc', 'abc', '', 'one.abc&sid='])('of no known node gets the Socket.IO error: %s', async (sid) => {
    const { status, body } = await site.send({ path: `${POLL}&sid=${sid}` })
    expect([status, JSON.parse(body)]).toEqual([400, { code: 1, message: 'Session ID unknown' }])
    expect((await upgrade(`${PATH}&sid=${sid}`)).status).toBe(400)
  })
})

describe('a node', () => {
  it('gets the client address, but no cookie and no spoofed headers', async () => {
    const { socket } = await upgrade(PATH, {
      cookie: 'token=secret',
      authorization: 'Bearer forged',
      'x-forwarded-for': '6.6.6.6',
      'x-aangan-identity': 'unknown',
    })
    expect(socket).toBeDefined()
    const [headers] = [...one.asked, ...two.asked]
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', upgrade: 'websocket', connection: 'Upgrade' })
    for (const name of ['cookie', 'authorization', 'x-aangan-identity']) expect(headers).not.toHaveProperty(name)
  })

  it('may refuse a WebSocket: its status and body reach the client', async () => {
    for (const { state } of [one, two])
      state.refusal = 'HTTP/1.1 503 Service Unavailable\r\nContent-Length: 4\r\nConnection: close\r\n\r\nfull'
    expect(await upgrade()).toMatchObject({ status: 503, body: 'full', headers: { 'x-frame-options': 'DENY' } })
  })

  it('keeps its connections while only its announcements are missing', async () => {
    const socket = await opened(`${PATH}&sid=one.abc`)
    one.fallSilent()
    two.freeze()
    // By then a silent node would have been removed.
    await expect.poll(() => poll('&sid=two.abc')).toContain('Session ID unknown')
    expect([await poll('&sid=one.abc'), await echo(socket, 'hello')]).toEqual(['one', 'hello'])
  })

  it('that was restarted at the same address takes the place of the one before', async () => {
    one.state.connections = 9
    await one.tell()
    two.state.connections = 5
    await two.tell()
    const socket = await opened(`${PATH}&sid=one.abc`)
    one.fallSilent()
    await site.bus.broadcast('realtime.node', { node: 'again', address: one.address, connections: 0, draining: false })
    await once(socket, 'close')
    expect(await poll('&sid=one.abc')).toContain('Session ID unknown')
    expect([await poll('&sid=again.abc'), await poll()]).toEqual(['one', 'one'])
  })

  it('loses its connections and sessions when it freezes, also while the system clock is set back', async () => {
    vi.setSystemTime(Date.now() - 3_600_000)
    onTestFinished(() => void vi.useRealTimers())
    const socket = await opened(`${PATH}&sid=one.abc`)
    const waiting = site.send({ path: `${POLL}&sid=one.abc&wait` })
    await expect.poll(() => one.asked.length).toBe(2)
    one.freeze()
    await once(socket, 'close')
    expect((await waiting).status).toBe(502)
    expect((await site.send({ path: `${POLL}&sid=one.abc` })).status).toBe(400)
    expect([await poll(), await poll()]).toEqual(['two', 'two'])
  })

  it.each([
    ['WebSocket', async () => void (await once(await opened(`${PATH}&sid=one.abc`), 'close'))],
    ['poll', async () => expect((await site.send({ path: `${POLL}&sid=one.abc&wait` })).status).toBe(503)],
  ])('gets no new sessions once a %s to it has broken off', async (_, lose) => {
    two.state.connections = 5
    await two.tell()
    const lost = lose()
    await expect.poll(() => one.asked.length).toBe(1)
    await one.close()
    await lost
    expect([await poll(), (await upgrade()).status]).toEqual(['two', 101])
  })

  it('that closed a connection itself gets new sessions again', async () => {
    two.state.connections = 5
    await two.tell()
    const socket = await opened(`${PATH}&sid=one.abc`)
    one.fallSilent()
    one.hangUp()
    await once(socket, 'close')
    await expect.poll(() => poll()).toBe('one')
  })

  it('does not count as silent after the gateway was suspended', async () => {
    const socket = await opened(`${PATH}&sid=one.abc`)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 3_500)
    // The gateway has checked by then: cut sessions would be unknown.
    expect([await poll('&sid=one.abc'), await echo(socket, 'hello')]).toEqual(['one', 'hello'])
  })

  it('that is gone yields a readable error', async () => {
    await one.close()
    await two.close()
    for (const { status, body } of [await upgrade(), await site.send({ path: POLL })])
      expect([status, JSON.parse(body).message]).toEqual([
        503,
        'Chats are not available right now. Try again in a moment.',
      ])
  })
})

it('survives a WebSocket request pipelined behind an unanswered one', async () => {
  const client = connect(site.port, '127.0.0.1')
  const upgrade = 'connection: Upgrade\r\nupgrade: websocket\r\n'
  client.write(`GET /posts HTTP/1.1\r\nhost: x\r\n\r\nGET ${PATH} HTTP/1.1\r\nhost: x\r\n${upgrade}\r\n`)
  await once(client, 'close')
  expect(await poll()).toMatch(/one|two/)
})

it('responds with an error while there is no node', async () => {
  const lonely = await startSite()
  const { status, body } = await lonely.send({ path: POLL })
  expect([status, JSON.parse(body).code]).toEqual([503, 'UNAVAILABLE'])
  await lonely.close()
})

it('does not compress responses', async () => {
  const { headers } = await site.send({ path: POLL, headers: { 'accept-encoding': 'gzip, br' } })
  expect(headers).toMatchObject({ 'cache-control': 'no-store, no-transform' })
  expect(headers).not.toHaveProperty('content-encoding')
})

it('ignores Upgrade on other paths', async () => {
  expect(await upgrade('/posts')).toMatchObject({ status: 200, body: '[]', headers: { connection: 'close' } })
  expect((await upgrade(PATH, { upgrade: 'h2c' })).status).toBe(200)
})

it('refuses WebSockets from pages of other sites', async () => {
  expect((await upgrade(PATH, { origin: 'https://evil.example' })).status).toBe(403)
  expect((await upgrade(PATH, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  expect((await upgrade(PATH, { origin: 'https://partner.example' })).status).toBe(101)
})

it('counts WebSocket requests like others, and open ones not at all', async () => {
  const strict = await startSite({ config: { RATE_LIMIT: 3, CONCURRENT_LIMIT: 1 } })
  const node = await startNode(strict.bus, 'node')
  const statuses = []
  for (let n = 0; n < 4; n += 1) statuses.push((await askUpgrade(strict.port, PATH)).status)
  expect(statuses).toEqual([101, 101, 101, 429])
  await node.close()
  await strict.close()
})

it('closes open connections when it stops', async () => {
  const socket = await opened()
  const waiting = site.send({ path: `${POLL}&wait` })
  await expect.poll(() => one.asked.length + two.asked.length).toBe(2)
  const closed = once(socket, 'close')
  for (const node of [one, two]) node.fallSilent()
  await site.close()
  await closed
  expect((await waiting).status).toBe(502)
  site = await startSite()
})
