import type { Message } from '@aangan/contracts/chats'
import { type Client, connectTo, openClient } from '@aangan/realtime/testing/client'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
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
  it('hears the messages that were sent over HTTP, and nothing of anybody else’s', async () => {
    const used = { transports: transports.filter(Boolean) }
    const [sender, receiver, visitor] = [await connect(asha, used), await connect(ravi, used), await connect(undefined)]
    const { id } = await call<{ id: string }>(asha, 'POST', '/chats', { receiverId: ravi?.id })
    const texts = ['Is it still there?', 'May I see it?', 'On Sunday?']
    for (const text of texts) await call(asha, 'POST', `/messages/${id}`, { text })
    await vi.waitUntil(() => receiver.of('getMessage').length === texts.length)
    await vi.waitUntil(() => sender.of('ownMessage').length === texts.length)
    expect(receiver.of<Message>('getMessage').map(({ text }) => text)).toEqual(texts)
    expect(sender.of<Message>('ownMessage').map(({ text }) => text)).toEqual(texts)
    expect(receiver.of('getNotification')).toEqual([{ count: 1, unread: 1, chatId: id }])
    await call(ravi, 'PUT', `/chats/read/${id}`)
    await vi.waitUntil(() => sender.of('read').length === 1)
    expect(visitor.heard).toEqual([])
  })
})

it('begins with polling and goes over to a WebSocket', async () => {
  const { socket } = await connect(asha)
  await vi.waitUntil(() => socket.io.engine.transport.name === 'websocket')
})
