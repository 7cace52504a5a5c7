import { DELETED_USER } from '@aangan/contracts/chat-constants'
import type { Chat, ChatWithMessages } from '@aangan/contracts/chats'
import type { DataPage } from '@aangan/contracts/own-data'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { MessageDoc } from './chat.ts'
import { createMessageReports } from './reports.ts'
import { type Started, startChats } from './testing/start.ts'

let service: Started
let asha: string
let ravi: string
let meera: string
beforeEach(async () => {
  service = await startChats()
  asha = service.person('asha')
  ravi = service.person('ravi')
  meera = service.person('meera')
})
afterEach(() => service.close())

/** Publishes that a person was removed, and waits until they are erased. */
async function remove(id: string): Promise<void> {
  service.people.splice(
    service.people.findIndex((person) => person.id === id),
    1,
  )
  await service.bus.publish({ id: `removed:${id}`, subject: 'account.removed', data: { id, rev: 2 } })
  const removed = service.store.collection<{ _id: string; passes: number }>('removed-accounts')
  await expect.poll(async () => (await removed.findOne({ _id: id }))?.passes).toBe(1)
}

const all = async (name: string) => await service.store.collection(name).find({}).toArray()
const unread = (userId: string) =>
  service.bus.request('chats.unread', undefined, { timeoutMs: 1_000, as: service.signIn.identityAt('users', userId) })

describe('the chat with a removed person', () => {
  it('can be read by the other, but not written', async () => {
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'one')
    await service.send(ravi, id, 'two')
    await service.send(asha, id, 'three')
    await remove(asha)
    expect(await unread(ravi)).toBe(1)
    // Also while users has not heard of it.
    service.people.push({ id: asha, username: 'asha', avatar: null })
    const [listed] = await service.get<Chat[]>('/chats', ravi)
    const receiver = { id: asha, username: DELETED_USER, avatar: null }
    expect(listed).toMatchObject({ id, receiver, isReceiverDeleted: true, lastMessage: 'three' })
    service.people.pop()
    const opened = await service.get<ChatWithMessages>(`/chats/${id}`, ravi)
    expect([opened.receiver, opened.messages.map(({ text }) => text)]).toEqual([receiver, ['one', 'two', 'three']])
    expect(await unread(ravi)).toBe(0)
    const sent = await service.call(`/messages/${id}`, { method: 'POST', as: ravi, body: { text: 'four' } })
    expect([sent.statusCode, sent.json().message]).toEqual([
      403,
      'This person has deleted their account. You can no longer send them messages.',
    ])
    expect((await service.call('/chats', { method: 'POST', as: ravi, body: { receiverId: asha } })).statusCode).toBe(
      404,
    )
    const watched = { userId: ravi, chatIds: [id] }
    expect(await service.bus.request('chats.partners', watched, { timeoutMs: 1_000 })).toEqual({})
  })

  it('is announced to the other, even before anything was written', async () => {
    const heard: unknown[] = []
    await service.bus.listen({ subjects: ['chat.left'], handle: async ({ data }) => void heard.push(data) })
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'one')
    const empty = await service.open(meera, asha)
    await remove(asha)
    const left = [
      { chatId: id, userId: asha, receiverId: ravi },
      { chatId: empty.id, userId: asha, receiverId: meera },
    ]
    await expect.poll(() => heard).toHaveLength(left.length)
    expect(heard).toEqual(expect.arrayContaining(left))
  })

  it('takes no message of theirs any more, while their identity is still valid', async () => {
    const { id } = await service.open(asha, ravi)
    await service.send(ravi, id, 'one')
    await remove(asha)
    const sent = await service.call(`/messages/${id}`, { method: 'POST', as: asha, body: { text: 'two' } })
    expect(sent.statusCode).toBe(401)
  })

  it('is not affected in the chats of others', async () => {
    const { id } = await service.open(meera, ravi)
    await service.send(meera, id, 'one')
    await remove(asha)
    expect(await service.get<Chat[]>('/chats', ravi)).toMatchObject([
      { receiver: { username: 'meera' }, isReceiverDeleted: false },
    ])
    await service.send(ravi, id, 'two')
  })

  it('goes if it is empty, or once both are removed', async () => {
    await service.open(asha, meera)
    const { id } = await service.open(asha, ravi)
    for (const text of ['one', 'two']) await service.send(asha, id, text)
    await remove(asha)
    expect((await all('chats')).map(({ _id }) => _id)).toEqual([id])
    expect(await all('seats')).toMatchObject([{ userId: ravi }])
    await remove(ravi)
    expect([await all('chats'), await all('seats'), await all('messages')]).toEqual([[], [], []])
  })
})

it('reply times, settings, links and reports of a removed person go, or become anonymous', async () => {
  const { id } = await service.open(ravi, asha)
  await service.send(ravi, id, 'one')
  await service.send(asha, id, 'two')
  await expect.poll(async () => (await all('replies')).map(({ _id }) => _id)).toEqual([asha])
  await service.call('/chats/mails', { method: 'PUT', as: asha, body: { isOn: false } })
  const report = { rev: 1, reason: 'fraud', text: 'a phone number' }
  await service.call(`/messages/${id}/reports`, { method: 'POST', as: asha, body: report })
  const stop = { _id: 'link', userId: asha, expiresAt: new Date(Date.now() + 1e9).toISOString() }
  await service.store.collection<typeof stop>('mail-stops').insertOne(stop)
  await remove(asha)
  for (const name of ['replies', 'readers', 'mail-stops']) expect(await all(name)).toEqual([])
  const [kept, ...others] = await all('reports')
  expect([kept, others]).toEqual([expect.objectContaining({ reason: 'fraud', reporterId: null, text: '' }), []])
  expect(JSON.stringify(kept)).not.toContain(asha)
})

it('nobody can compute the id of a removed person’s report', async () => {
  const reports = createMessageReports(service.store)
  const report = { messageId: 'b'.repeat(24), reporterId: asha, reason: 'fraud', text: '' } as const
  const ids = new Set<string | undefined>()
  for (let round = 0; round < 2; round += 1) {
    await reports.add(report, new Date())
    await reports.forgetReporter(asha, 10)
    for (const { _id } of await all('reports')) ids.add(_id)
  }
  expect(ids.size).toBe(2)
})

describe('a person’s data', () => {
  async function download(): Promise<{ pages: number; lists: Record<string, object[]> }> {
    const lists: Record<string, object[]> = {}
    let pages = 0
    for (let next: string | null = ''; next !== null; pages += 1) {
      const page: DataPage = await service.get<DataPage>(`/chats/data${next && `?after=${next}`}`, asha)
      for (const [name, list] of Object.entries(page.lists))
        lists[name] = [...(lists[name] ?? []), ...(list as object[])]
      next = page.next
    }
    return { pages, lists }
  }

  async function fill(chatId: string, count: number): Promise<void> {
    const createdAt = new Date().toISOString()
    const documents = Array.from({ length: count }, (_, at): MessageDoc => {
      const facts = { chatId, userId: asha, receiverId: ravi, createdAt, postId: null }
      return { ...facts, _id: `${chatId}${at}`, rev: at + 1, clientId: String(at), text: `${chatId} ${at + 1}` }
    })
    const messages = service.store.collection<MessageDoc>('messages')
    await messages.bulkWrite(
      documents.map((document) => ({ insertOne: { document } })),
      { ordered: false },
    )
  }

  it('has every message of every chat once, ten thousand in one and none in another', async () => {
    const [long, short, exact] = [
      await service.open(asha, ravi),
      await service.open(asha, meera),
      await service.open(asha, service.person('kabir')),
    ]
    await service.open(asha, service.person('empty'))
    await fill(long.id, 10_000)
    await fill(short.id, 3)
    await fill(exact.id, 1_000)
    const { pages, lists } = await download()
    const texts = (lists.messages as MessageDoc[]).map(({ text }) => text)
    expect([pages, texts.length, new Set(texts).size]).toEqual([12, 11_003, 11_003])
    expect(lists.chats).toHaveLength(4)
    expect(lists.chats).toContainEqual(expect.objectContaining({ with: { id: ravi, username: 'ravi' } }))
    expect(lists.messageMails).toEqual([{ mails: 'on' }])
  })

  it('is refused, not cut short, while users is away', async () => {
    await service.open(asha, ravi)
    await service.users.stop()
    const answer = await service.call('/chats/data', { as: asha })
    expect(answer.statusCode).toBe(503)
  })
})
