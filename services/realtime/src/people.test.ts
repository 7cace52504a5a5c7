import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from './testing/client.ts'
import { newId, type Started, startRealtime } from './testing/start.ts'

const [asha, ravi, meera] = [newId(), newId(), newId()]
const [ofAshaAndRavi, ofAshaAndMeera] = [newId(), newId()]
/** Who may watch which chat. */
const PARTNERS: Record<string, Record<string, string>> = {
  [asha]: { [ofAshaAndRavi]: ravi, [ofAshaAndMeera]: meera },
  [ravi]: { [ofAshaAndRavi]: asha },
  [meera]: { [ofAshaAndMeera]: asha },
}

let service: Started
/** Delays what chats responds. */
let held: Promise<void> | null
let asked: number
/** Whether chats knows of a block. */
let isBlocked: boolean
beforeEach(async () => {
  service = await startRealtime()
  held = null
  asked = 0
  isBlocked = false
  await service.bus.respond('chats.partners', async ({ userId, chatIds }) => {
    asked += 1
    await held
    if (isBlocked) return {}
    return Object.fromEntries(Object.entries(PARTNERS[userId] ?? {}).filter(([chatId]) => chatIds.includes(chatId)))
  })
})
afterEach(() => service.close())

const watch = ({ socket }: Client, ...chatIds: string[]) => socket.emitWithAck('watch', { chatIds })

describe('a user who watches chats', () => {
  it('gets the presence of the other people', async () => {
    await service.connect(ravi)
    const client = await service.connect(asha)
    expect(await watch(client, ofAshaAndRavi, ofAshaAndMeera, newId())).toEqual({ online: [ravi] })
    const visits = [await service.connect(meera), await service.connect(meera)]
    await expect.poll(() => client.of('presence')).toEqual([{ userId: meera, online: true }])
    visits[0]?.socket.close()
    visits[1]?.socket.close()
    await expect.poll(() => client.of('presence')[1]).toEqual({ userId: meera, online: false })
    expect(await watch(client, ofAshaAndMeera)).toEqual({ online: [] })
  })

  it('gets nothing if somebody reconnects at once', async () => {
    const client = await service.connect(asha)
    await watch(client, ofAshaAndRavi, ofAshaAndMeera)
    const visit = await service.connect(ravi)
    visit.socket.io.engine.close()
    await expect.poll(() => visit.connections).toBe(2)
    await service.connect(meera)
    const expected = [ravi, meera].map((userId) => ({ userId, online: true }))
    await expect.poll(() => client.of('presence')).toEqual(expected)
  })

  it('gets nothing from previous subscriptions', async () => {
    const client = await service.connect(asha)
    await watch(client, ofAshaAndRavi)
    await watch(client, ofAshaAndMeera)
    await service.connect(ravi)
    await service.connect(meera)
    await expect.poll(() => client.of('presence')).toEqual([{ userId: meera, online: true }])
  })

  it('alone gets typing', async () => {
    const [client, writer, other] = [
      await service.connect(asha),
      await service.connect(ravi),
      await service.connect(meera),
    ]
    await Promise.all([
      watch(client, ofAshaAndRavi, ofAshaAndMeera),
      watch(writer, ofAshaAndRavi),
      watch(other, ofAshaAndMeera),
    ])
    other.socket.emit('typing', { chatId: ofAshaAndRavi })
    writer.socket.emit('typing', { chatId: ofAshaAndRavi })
    await expect.poll(() => client.of('typing')).toEqual([{ chatId: ofAshaAndRavi, userId: ravi }])
    expect([writer.of('typing'), other.of('typing')]).toEqual([[], []])
  })

  it.each([
    ['blocked the other', asha, ravi],
    ['was blocked', ravi, asha],
  ])('gets no more presence and typing after they %s', async (_who, userId, partner) => {
    const client = await service.connect(userId)
    const other = await service.connect(partner)
    expect(await watch(client, ofAshaAndRavi)).toEqual({ online: [partner] })
    await watch(other, ofAshaAndRavi)
    await service.tell('chat.blocked', { chatId: ofAshaAndRavi, userIDs: [asha, ravi] })
    await expect.poll(() => client.of('presence')).toEqual([{ userId: partner, online: false }])
    other.socket.emit('typing', { chatId: ofAshaAndRavi })
    await other.socket.emitWithAck('sendMessage', {})
    await service.publish({ receiverId: userId, rev: 1 })
    await expect.poll(() => client.of('getMessage').length).toBe(1)
    expect(client.of('typing')).toEqual([])
  })

  it('gets presence and typing back when the block ends, in all tabs, while the other has no block', async () => {
    const clients = [await service.connect(asha), await service.connect(asha)]
    const other = await service.connect(ravi)
    for (const client of [...clients, other]) await watch(client, ofAshaAndRavi)
    const people = { chatId: ofAshaAndRavi, userIDs: [asha, ravi] as [string, string] }
    await service.tell('chat.blocked', people)
    for (const { of } of clients)
      await expect.poll(() => of('presence').at(-1)).toEqual({ userId: ravi, online: false })
    isBlocked = true
    const before = asked
    await service.tell('chat.unblocked', people)
    await expect.poll(() => asked).toBe(before + 2)
    isBlocked = false
    await service.tell('chat.unblocked', people)
    for (const { of } of clients)
      await expect.poll(() => of('presence').slice(1)).toEqual([{ userId: ravi, online: true }])
    await expect.poll(() => other.of('presence').at(-1)).toEqual({ userId: asha, online: true })
    other.socket.emit('typing', { chatId: ofAshaAndRavi })
    for (const { of } of clients) await expect.poll(() => of('typing')).toHaveLength(1)
    clients[0]?.socket.emit('typing', { chatId: ofAshaAndRavi })
    await expect.poll(() => other.of('typing')).toHaveLength(1)
  })

  it('gets no presence of somebody who was blocked while chats was asked', async () => {
    const [earlier, client] = [await service.connect(asha), await service.connect(asha)]
    await watch(earlier, ofAshaAndRavi)
    const ravis = await service.connect(ravi)
    await expect.poll(() => earlier.of('presence')).toEqual([{ userId: ravi, online: true }])
    let release = () => {}
    held = new Promise((resolve) => {
      release = resolve
    })
    const watching = watch(client, ofAshaAndRavi)
    await expect.poll(() => asked).toBe(2)
    await service.tell('chat.blocked', { chatId: ofAshaAndRavi, userIDs: [asha, ravi] })
    await expect.poll(() => earlier.of('presence').at(-1)).toEqual({ userId: ravi, online: false })
    release()
    expect(await watching).toEqual({ online: [] })
    held = null
    await watch(ravis, ofAshaAndRavi)
    ravis.socket.emit('typing', { chatId: ofAshaAndRavi })
    await ravis.socket.emitWithAck('sendMessage', {})
    await service.publish({ receiverId: asha, rev: 1 })
    await expect.poll(() => client.of('getMessage').length).toBe(1)
    expect(client.of('typing')).toEqual([])
  })

  it('gets no presence of somebody who has blocked them', async () => {
    const client = await service.connect(asha)
    await watch(client, ofAshaAndRavi)
    await service.tell('chat.blocked', { chatId: ofAshaAndRavi, userIDs: [asha, ravi] })
    await expect.poll(() => client.of('presence')).toHaveLength(1)
    await service.connect(ravi)
    await service.publish({ receiverId: asha, rev: 1 })
    await expect.poll(() => client.of('getMessage').length).toBe(1)
    expect(client.of('presence')).toHaveLength(1)
  })

  it('gets typing once, from however many pages', async () => {
    const client = await service.connect(asha)
    const pages = [await service.connect(ravi), await service.connect(ravi)]
    await Promise.all([client, ...pages].map((one) => watch(one, ofAshaAndRavi)))
    for (const { socket } of pages) socket.emit('typing', { chatId: ofAshaAndRavi })
    await Promise.all(pages.map(({ socket }) => socket.emitWithAck('sendMessage', {})))
    await service.publish({ receiverId: asha, rev: 1 })
    await expect.poll(() => client.of('getMessage').length).toBe(1)
    expect(client.of('typing')).toHaveLength(1)
  })

  it.each([
    ['a visitor', undefined, [ofAshaAndRavi]],
    ['somebody with more chats than may be watched', asha, Array.from({ length: 101 }, newId)],
  ])('is not %s', async (_who, userId, chatIds) => {
    const client = await service.connect(userId)
    client.socket.emit('watch', { chatIds }, () => client.heard.push({ type: 'answered', data: null }))
    await client.socket.emitWithAck('sendMessage', {})
    await service.connect(ravi)
    expect(client.heard).toEqual([])
  })
})
