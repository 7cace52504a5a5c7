import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { connectTo, openClient } from './testing/client.ts'
import { newId, type Started, startRealtime } from './testing/start.ts'

let service: Started
afterEach(() => service.close())

const start = async (env: Record<string, string> = {}) => {
  service = await startRealtime({ env })
}

/** The response to a new client, by transport. */
async function refusals(headers: Record<string, string>): Promise<unknown[]> {
  const url = `${service.urlOf()}/socket.io/?EIO=4&transport=polling`
  const polled = await fetch(url, { headers })
  const { message } = (await polled.json()) as { message: string }
  const client = openClient(service.urlOf(), {
    transports: ['websocket'],
    reconnection: false,
    extraHeaders: headers,
  })
  const error = await new Promise<{ description: { message: string } }>((resolve) =>
    client.socket.once('connect_error', resolve as never),
  )
  return [polled.status, message, error.description.message]
}

const AWAY = 'Live messages are not available right now. They will resume on their own.'
const TOO_MANY = 'Too many pages of this site are open at once. Close some of them.'

it('limits the sockets of a node, and accepts others once some have closed', async () => {
  await start({ SOCKET_LIMIT: '2' })
  const first = await service.connect()
  await service.connect(newId())
  expect(await refusals({})).toEqual([503, AWAY, 'Unexpected server response: 503'])
  first.socket.close()
  await service.connect()
})

it('leaves half of the sockets of a node to signed-in people', async () => {
  await start({ SOCKET_LIMIT: '4' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (const n of [1, 2]) await service.connect(undefined, { extraHeaders: from(`192.0.2.${n}`) })
  expect(await refusals(from('192.0.2.3'))).toEqual([503, AWAY, 'Unexpected server response: 503'])
  for (const _ of [1, 2]) await service.connect(newId())
  expect((await refusals({ ...service.headersOf(newId(), '0'.repeat(64)) }))[0]).toBe(503)
})

it('exports the load of a node as metrics', async () => {
  await start({ SOCKET_LIMIT: '20' })
  const [ravi, meera] = [newId(), newId()]
  const [first] = [await service.connect(ravi), await service.connect(ravi), await service.connect(meera)]
  await service.connect()
  const figures = async () =>
    Object.fromEntries((await service.measured()).match(/^realtime_.*$/gm)?.map((line) => line.split(' ')) ?? [])
  expect(await figures()).toEqual({ realtime_sockets: '4', realtime_people: '2', realtime_socket_limit: '20' })
  first?.socket.close()
  await expect.poll(figures).toMatchObject({ realtime_sockets: '3', realtime_people: '2' })
})

it('limits the sockets per address', async () => {
  await start({ SOCKETS_PER_ADDRESS: '2' })
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (const _ of [1, 2]) await service.connect(undefined, { extraHeaders: from('192.0.2.1') })
  expect(await refusals(from('192.0.2.1'))).toEqual([429, TOO_MANY, 'Unexpected server response: 429'])
  await service.connect(undefined, { extraHeaders: from('192.0.2.2') })
})

it('leaves each person two sockets at an address that has used up its own', async () => {
  await start({ SOCKETS_PER_ADDRESS: '1' })
  await service.connect()
  const ravi = newId()
  for (const _ of [1, 2]) await service.connect(ravi)
  const headers = service.headersOf(ravi, '0'.repeat(64))
  expect((await refusals({ ...headers }))[0]).toBe(429)
  await service.connect(newId())
})

it('counts an IPv6 /64 as one address', async () => {
  await start({ SOCKETS_PER_ADDRESS: '1' })
  await service.connect(undefined, { extraHeaders: { 'x-forwarded-for': '2001:db8::1' } })
  expect(await refusals({ 'x-forwarded-for': '2001:db8::2' })).toEqual([
    429,
    TOO_MANY,
    'Unexpected server response: 429',
  ])
})

it('an extra, empty sid does not bypass the limits', async () => {
  await start()
  for (const sid of ['sid=', 'sid=x&sid=', '%73id=']) {
    const answer = await fetch(`${service.urlOf()}/socket.io/?EIO=4&transport=polling&${sid}`)
    expect([sid, answer.status]).toEqual([sid, 400])
  }
})

it('limits the sockets per user', async () => {
  await start({ SOCKETS_PER_USER: '2' })
  const ravi = newId()
  for (const _ of [1, 2]) await service.connect(ravi)
  const headers = service.headersOf(ravi, '0'.repeat(64))
  expect(await refusals({ ...headers })).toEqual([429, TOO_MANY, 'Unexpected server response: 429'])
  await service.connect(newId())
})

it('refuses a client of unknown identity, and accepts it once it is known', async () => {
  await start()
  const headers = { 'x-aangan-identity': 'unknown' }
  expect(await refusals(headers)).toEqual([503, AWAY, 'Unexpected server response: 503'])
  const client = openClient(service.urlOf(), { extraHeaders: headers })
  await new Promise((resolve) => client.socket.once('connect_error', resolve))
  Object.assign(client.socket.io.opts, { extraHeaders: service.headersOf(newId(), '0'.repeat(64)) })
  await expect.poll(() => client.connections).toBe(1)
  client.socket.close()
})

it('refuses a token that the gateway did not sign', async () => {
  await start()
  const url = `${service.urlOf()}/socket.io/?EIO=4&transport=polling`
  expect((await fetch(url, { headers: { authorization: 'Bearer a.b.c' } })).status).toBe(401)
})

it.each(['polling', 'websocket'])('closes a client that floods the node, over %s', async (transport) => {
  await start()
  const client = await service.connect(newId(), { transports: [transport] })
  for (let n = 0; n < 200; n += 1) client.socket.emit('typing', { chatId: newId() })
  await expect.poll(() => client.connections).toBe(2)
  expect(service.logged()).toContain('too many packets per second')
})

it('counts packets a second, however the system clock is set', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  await start()
  const client = await service.connect(newId())
  for (const _ of [1, 2, 3]) {
    for (let n = 0; n < 20; n += 1) client.socket.emit('typing', { chatId: newId() })
    await client.socket.emitWithAck('sendMessage', {})
    vi.advanceTimersByTime(1_000)
    vi.setSystemTime(Date.now() - 3_600_000)
  }
  expect([client.connections, service.logged()]).toEqual([1, expect.not.stringContaining('too many')])
})

it('opens one socket per connection', async () => {
  await start()
  const headers = service.headersOf(newId(), '0'.repeat(64))
  const url = `${service.urlOf()}/socket.io/?EIO=4&transport=polling`
  const opened = await (await fetch(url, { headers })).text()
  const { sid } = JSON.parse(opened.slice(1))
  await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '40\x1e40\x1e40' })
  await expect.poll(() => service.logged()).toContain('"disconnected"')
  expect(service.logged().match(/"connected"/g)).toHaveLength(1)
})

it('does not wait long for a polling client to fetch the end of its session', async () => {
  await start()
  const session = '0'.repeat(64)
  const headers = service.headersOf(newId(), session)
  const url = `${service.urlOf()}/socket.io/?EIO=4&transport=polling`
  const { sid } = JSON.parse((await (await fetch(url, { headers })).text()).slice(1))
  await fetch(`${url}&sid=${sid}`, { method: 'POST', headers, body: '40' })
  await (await fetch(`${url}&sid=${sid}`, { headers })).text()
  await service.bus.broadcast('session.ended', { ids: [session] })
  await expect.poll(() => service.logged()).toContain('"disconnected"')
})

it('sends one request at a time per user, however many sockets they have', async () => {
  await start()
  const meera = newId()
  const sockets = [await service.connect(meera), await service.connect(meera)].map(({ socket }) => socket)
  let most = 0
  let asking = 0
  await service.bus.respond('chats.partners', async () => {
    asking += 1
    most = Math.max(most, asking)
    // By then the node has received the other request, too.
    await Promise.all(sockets.map((socket) => socket.emitWithAck('sendMessage', {})))
    asking -= 1
    return {}
  })
  await Promise.all(sockets.map((socket) => socket.emitWithAck('watch', { chatIds: [newId()] })))
  expect(most).toBe(1)
})

it('closes a connection that sends an oversized packet', async () => {
  await start()
  const client = await service.connect(newId(), { transports: ['websocket'] })
  client.socket.emit('sendMessage', { data: 'x'.repeat(100_000) })
  await expect.poll(() => client.connections).toBe(2)
})

it('keeps serving a client that sends nonsense', async () => {
  await start()
  const { socket } = await service.connect(newId())
  for (const data of [undefined, null, 'text', { chatIds: 'x' }, { chatIds: [{}] }, { chatId: {} }])
    for (const type of ['watch', 'typing', 'newUser', 'sendMessage']) socket.emit(type, data)
  expect(await socket.emitWithAck('sendMessage', {})).toEqual({ ok: true })
})

const CONNECT = '40'

/** A raw WebSocket, which reads nothing by itself once it is open. */
async function openRaw(userId = newId()): Promise<Socket> {
  const { port, hostname } = new URL(service.urlOf())
  const { authorization } = service.headersOf(userId, '0'.repeat(64))
  const raw = connect(Number(port), hostname)
  const lines = [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    `Host: ${hostname}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version: 13',
    `Authorization: ${authorization}`,
  ]
  raw.write(`${lines.join('\r\n')}\r\n\r\n`)
  await once(raw, 'data')
  return raw
}

/** A masked frame, text by default. */
function frame(text: string, kind = 0x81): Buffer {
  return Buffer.concat([Buffer.from([kind, 0x80 + text.length, 0, 0, 0, 0]), Buffer.from(text)])
}

it('closes a client that reads too slowly', async () => {
  await start()
  const ravi = newId()
  const slow = await openRaw(ravi)
  slow.write(frame(CONNECT))
  slow.pause()
  await expect.poll(() => service.logged()).toContain(ravi)
  const text = 'x'.repeat(200_000)
  // More than the socket buffers hold.
  for (let n = 0; n < 40; n += 1) await service.publish({ receiverId: ravi, rev: 1, text })
  await expect.poll(() => service.logged()).toContain('reads too slowly')
  expect(service.logged()).toContain('"reason":"forced close"')
  slow.destroy()
})

it.each([
  ['answers to pings', frame('3'), 'too many packets'],
  ['pings of its own', frame('x'.repeat(100), 0x89), 'too many bytes'],
])('closes a client that floods the node with %s, even before it joins', async (_name, one, why) => {
  await start()
  const raw = await openRaw()
  raw.on('error', () => undefined).resume()
  const flood = Buffer.concat(Array.from({ length: 5_000 }, () => one))
  raw.write(flood)
  await once(raw, 'close')
  expect(service.logged()).toContain(why)
})

it('cuts off a client that sends no close frame', async () => {
  await start()
  const raw = await openRaw()
  raw.write(frame(CONNECT))
  raw.write(frame('41'))
  // It never answers the close frame.
  raw.on('error', () => undefined).resume()
  await once(raw, 'close')
})

it('refuses JSONP', async () => {
  await start()
  const answer = await fetch(`${service.urlOf()}/socket.io/?EIO=4&transport=polling&j=0`)
  expect(answer.status).toBe(400)
})

it('logs connects and disconnects', async () => {
  await start()
  const ravi = newId()
  const client = await connectTo(service.urlOf(), { extraHeaders: service.headersOf(ravi, '0'.repeat(64)) })
  client.socket.close()
  await expect.poll(() => service.logged()).toMatch(new RegExp(`${ravi}.*"msg":"connected"[^]*"disconnected"`))
})
