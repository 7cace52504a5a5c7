import type { Message } from '@aangan/contracts/chats'
import { AppError } from '@aangan/service-kit/errors'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { messageOf, newId, type Started, startRealtime } from './testing/start.ts'

let service: Started
beforeEach(async () => {
  service = await startRealtime()
})
afterEach(() => service.close())

const TRANSPORTS = [['polling'], ['websocket'], ['polling', 'websocket']]
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe.each(TRANSPORTS)('over %s %s', (...transports) => {
  const used = transports.filter(Boolean)

  it('delivers each message once and in order to every tab of receiver and sender', async () => {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const tabs = [await service.connect(ravi, { transports: used }), await service.connect(ravi, { transports: used })]
    const sender = await service.connect(asha, { transports: used })
    const other = await service.connect(newId(), { transports: used })
    const message = { chatId, userId: asha, receiverId: ravi }
    for (const rev of numbers(50)) await service.publish({ ...message, rev, unread: rev === 1 ? 3 : null })
    for (const tab of tabs) {
      await expect.poll(() => tab.of('getMessage').length).toBe(50)
      expect(tab.of<Message>('getMessage').map(({ rev }) => rev)).toEqual(numbers(50))
      expect(tab.heard.slice(0, 2).map(({ type }) => type)).toEqual(['getMessage', 'getNotification'])
      expect(tab.of('getNotification')).toEqual([{ count: 1, unread: 3, chatId }])
      expect(tab.of<object>('getMessage')[0]).not.toHaveProperty('receiverId')
    }
    await expect.poll(() => sender.of('ownMessage').length).toBe(50)
    expect(sender.of<Message>('ownMessage').map(({ rev }) => rev)).toEqual(numbers(50))
    expect([sender.of('getMessage'), other.heard]).toEqual([[], []])
  })
})

describe('messages of one chat', () => {
  async function heardOf(revs: number[], until: number): Promise<number[]> {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const client = await service.connect(ravi)
    for (const rev of revs) await service.publish({ chatId, userId: asha, receiverId: ravi, rev })
    await expect.poll(() => client.of('getMessage').length).toBeGreaterThanOrEqual(until)
    // Events arrive in order, so nothing can follow the last one published.
    await service.publish({ chatId: newId(), userId: asha, receiverId: ravi, rev: 1, text: 'end' })
    await expect.poll(() => client.of<Message>('getMessage').some(({ text }) => text === 'end')).toBe(true)
    return client.of<Message>('getMessage').flatMap(({ rev, text }) => (text === 'end' ? [] : rev))
  }

  it('are reordered and deduplicated', async () => {
    expect(await heardOf([2, 1, 1, 5, 4, 3, 2], 5)).toEqual([1, 2, 3, 4, 5])
  })

  it('wait a moment for a missing one, and skip it if it is not stored', async () => {
    await service.bus.respond('chats.messages', async () => [])
    expect(await heardOf([1, 4, 3], 3)).toEqual([1, 3, 4])
  })

  it('are reordered in a chat that is new to the node', async () => {
    expect(await heardOf([42, 41, 43], 3)).toEqual([41, 42, 43])
  })

  it('that are missing are fetched; their late event only notifies', async () => {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const client = await service.connect(ravi)
    const send = (rev: number, unread: number | null = null) =>
      service.publish({ chatId, userId: asha, receiverId: ravi, rev, unread })
    let asked = 0
    await service.bus.respond('chats.messages', async ({ after, before }) => {
      asked += 1
      if (asked === 1) throw new AppError('UNAVAILABLE', 'The store is away')
      expect([after, before]).toEqual([1, 3])
      const { unread: _unread, ...message } = messageOf(2)
      return [{ ...message, chatId, userId: asha, receiverId: ravi }]
    })
    for (const rev of [1, 3]) await send(rev)
    await expect.poll(() => client.of('getMessage').length).toBe(3)
    for (const rev of [2, 2]) await send(rev, 1)
    await send(4)
    await expect.poll(() => client.of('getMessage').length).toBe(4)
    expect(client.of<Message>('getMessage').map(({ rev }) => rev)).toEqual([1, 2, 3, 4])
    expect(client.of('getNotification')).toEqual([{ count: 1, unread: 1, chatId }])
    expect(asked).toBe(2)
  })

  it('are all fetched, in as many replies as it takes', async () => {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const client = await service.connect(ravi)
    await service.bus.respond('chats.messages', async ({ after, before }) => {
      const { unread: _unread, ...message } = messageOf(after + 1)
      return after + 1 < before ? [{ ...message, chatId, userId: asha, receiverId: ravi }] : []
    })
    for (const rev of [1, 6]) await service.publish({ chatId, userId: asha, receiverId: ravi, rev })
    await expect.poll(() => client.of('getMessage').length).toBe(6)
    expect(client.of<Message>('getMessage').map(({ rev }) => rev)).toEqual(numbers(6))
  })

  it('behind a second gap wait for it while the first is fetched', async () => {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const client = await service.connect(ravi)
    const send = (rev: number) => service.publish({ chatId, userId: asha, receiverId: ravi, rev })
    await service.bus.respond('chats.messages', async ({ after }) => {
      const { unread: _unread, ...four } = { ...messageOf(4), chatId, userId: asha, receiverId: ravi }
      if (after === 3) return [four]
      await send(5)
      // A later message has arrived, so the node has this one.
      await service.publish({ userId: asha, receiverId: ravi, rev: 1, text: 'marker' })
      await expect.poll(() => client.of<Message>('getMessage').some(({ text }) => text === 'marker')).toBe(true)
      return []
    })
    const told = () => client.of<Message>('getMessage').filter((message) => message.chatId === chatId)
    for (const rev of [1, 3]) await send(rev)
    await expect.poll(() => told().length).toBe(2)
    await send(4)
    await expect.poll(() => told().length).toBe(4)
    expect(told().map(({ rev }) => rev)).toEqual([1, 3, 4, 5])
  })

  it('older than the first that the node saw are delivered late, and once', async () => {
    const [asha, ravi, chatId] = [newId(), newId(), newId()]
    const client = await service.connect(ravi)
    const send = (rev: number) => service.publish({ chatId, userId: asha, receiverId: ravi, rev })
    await send(42)
    await expect.poll(() => client.of('getMessage').length).toBe(1)
    for (const rev of [41, 41, 43]) await send(rev)
    await expect.poll(() => client.of<Message>('getMessage').some(({ rev }) => rev === 43)).toBe(true)
    expect(client.of<Message>('getMessage').map(({ rev }) => rev)).toEqual([42, 41, 43])
  })
})

it('sends what a person reads in a chat with a block to their own tabs only', async () => {
  const [asha, ravi, chatId] = [newId(), newId(), newId()]
  const [ofAsha, ofRavi] = [await service.connect(asha), await service.connect(ravi)]
  await service.tell('chat.read', { chatId, userId: ravi, receiverId: null, rev: 7 })
  await service.tell('chat.read', { chatId, userId: ravi, receiverId: asha, rev: 8 })
  await expect.poll(() => ofRavi.heard.length).toBe(2)
  await expect.poll(() => ofAsha.heard).toEqual([{ type: 'read', data: { chatId, userId: ravi, rev: 8 } }])
})

it('sends read receipts to both people', async () => {
  const [asha, ravi, chatId] = [newId(), newId(), newId()]
  const clients = [await service.connect(asha), await service.connect(ravi)]
  await service.tell('chat.read', { chatId, userId: ravi, receiverId: asha, rev: 7 })
  for (const client of clients) {
    await expect.poll(() => client.heard.length).toBe(1)
    expect(client.heard).toEqual([{ type: 'read', data: { chatId, userId: ravi, rev: 7 } }])
  }
})

it('tells a person in all their tabs that the other has deleted their account', async () => {
  const [asha, ravi, chatId] = [newId(), newId(), newId()]
  const tabs = [await service.connect(asha), await service.connect(asha)]
  await service.tell('chat.left', { chatId, userId: ravi, receiverId: asha })
  for (const tab of tabs) await expect.poll(() => tab.heard).toEqual([{ type: 'left', data: { chatId, userId: ravi } }])
})
