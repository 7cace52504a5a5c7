import type { Message } from '@aangan/contracts/chats'
import { type Client, connectTo, openClient } from '@aangan/realtime/testing/client'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type SiteHere, startSiteHere } from './testing/site-here.ts'

const PARTNER = 'https://partner.example'
const TRANSPORTS = [['polling'], ['websocket'], ['polling', 'websocket']]

let site: SiteHere
let [asha, ravi]: Person[] = []
const clients: Client[] = []
beforeAll(async () => {
  site = await startSiteHere({ ALLOWED_ORIGINS: PARTNER })
  asha = await site.enter('asha')
  ravi = await site.enter('ravi')
})
afterAll(() => site.close())
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.close()
})

const url = () => `http://127.0.0.1:${site.port}`
const headersOf = (person: Person | undefined) => ({ cookie: person?.cookie ?? '' })

async function connect(person: Person | undefined, options: { transports?: string[] } = {}): Promise<Client> {
  const client = await connectTo(url(), { ...options, extraHeaders: headersOf(person) })
  clients.push(client)
  return client
}

async function call<T>(person: Person | undefined, method: string, path: string, json?: unknown): Promise<T> {
  const { body } = await site.send({ method, path, headers: headersOf(person), ...(json !== undefined && { json }) })
  return JSON.parse(body)
}

describe.each(TRANSPORTS)('a page of the site over %s %s', (...transports) => {
  it('receives messages sent over HTTP, and none of other people’s chats', async () => {
    const used = { transports: transports.filter(Boolean) }
    const [sender, receiver, visitor] = [await connect(asha, used), await connect(ravi, used), await connect(undefined)]
    const { id } = await call<{ id: string }>(asha, 'POST', '/chats', { receiverId: ravi?.id })
    const texts = ['Is it still there?', 'May I see it?', 'On Sunday?']
    for (const text of texts) await call(asha, 'POST', `/messages/${id}`, { text })
    await expect.poll(() => receiver.of('getMessage').length).toBe(texts.length)
    await expect.poll(() => sender.of('ownMessage').length).toBe(texts.length)
    expect(receiver.of<Message>('getMessage').map(({ text }) => text)).toEqual(texts)
    expect(sender.of<Message>('ownMessage').map(({ text }) => text)).toEqual(texts)
    expect(receiver.of('getNotification')).toEqual([{ count: 1, unread: 1, chatId: id }])
    await call(ravi, 'PUT', `/chats/read/${id}`)
    await expect.poll(() => sender.of('read').length).toBe(1)
    expect(visitor.heard).toEqual([])
  })
})

it('upgrades from polling to WebSocket', async () => {
  const { socket } = await connect(asha)
  await expect.poll(() => socket.io.engine.transport.name).toBe('websocket')
})

/** Replaces the client's cookie. */
function become({ socket }: Client, cookie: string): void {
  Object.assign(socket.io.opts, { extraHeaders: { cookie } })
}

async function sendTo(receiver: Person | undefined, text: string): Promise<void> {
  const { id } = await call<{ id: string }>(asha, 'POST', '/chats', { receiverId: receiver?.id })
  await call(asha, 'POST', `/messages/${id}`, { text })
}

describe('the identity of a socket', () => {
  it('follows signing in: newUser makes a visitor reconnect with the session', async () => {
    const client = await connect(undefined)
    const meera = await site.enter('meera')
    become(client, meera.cookie)
    client.socket.emit('newUser', meera.id)
    await expect.poll(() => client.connections).toBe(2)
    await sendTo(meera, 'Welcome')
    await expect.poll(() => client.of('getMessage').length).toBe(1)
  })

  it('comes from its session: newUser with another id changes nothing', async () => {
    const client = await connect(asha)
    client.socket.emit('newUser', ravi?.id)
    expect(await client.socket.emitWithAck('sendMessage', { receiverId: asha?.id, data: {} })).toEqual({ ok: true })
    const receiver = await connect(ravi)
    await sendTo(ravi, 'For one only')
    await expect.poll(() => receiver.of('getMessage').length).toBe(1)
    expect([client.of('getMessage'), client.connections]).toEqual([[], 1])
  })

  it.each(['polling', 'websocket'])('ends with signing out: it reconnects as a visitor (%s)', async (transport) => {
    const person = await site.enter(`leaving.${transport}`)
    const client = await connect(person, { transports: [transport] })
    await site.send({ method: 'POST', path: '/auth/logout', headers: { cookie: person.cookie } })
    await expect.poll(() => client.connections).toBe(2)
    await sendTo(person, 'Are you there?')
    const witness = await connect(asha)
    await sendTo(ravi, 'This one is later')
    // The earlier message may reach the witness as well.
    await expect.poll(() => witness.of<Message>('ownMessage').at(-1)?.text).toBe('This one is later')
    expect(client.heard).toEqual([])
  })
})

describe('a page of another site', () => {
  const from = (origin: string) => ({ extraHeaders: { ...headersOf(asha), origin }, transports: ['websocket'] })

  it('gets no WebSocket', async () => {
    const { socket } = openClient(url(), { ...from('https://evil.example'), reconnection: false })
    const error = await new Promise<Error & { description?: { message: string } }>((resolve) =>
      socket.once('connect_error', resolve),
    )
    expect(error.description?.message).toContain('403')
  })

  it('with an allowed origin gets one, and may read polling responses', async () => {
    clients.push(await connectTo(url(), from(PARTNER)))
    const path = '/socket.io/?EIO=4&transport=polling'
    const answer = await site.send({ path, headers: { origin: PARTNER } })
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': PARTNER,
      'access-control-allow-credentials': 'true',
    })
    const foreign = await site.send({ path, headers: { origin: 'https://evil.example' } })
    expect(foreign.headers).not.toHaveProperty('access-control-allow-origin')
  })
})
