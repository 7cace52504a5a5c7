import type { Chat, ChatWithMessages, Message } from '@aangan/contracts/chats'
import type { Events } from '@aangan/contracts/events'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMessageReports } from './reports.ts'
import { newId, type Started, startChats } from './testing/start.ts'

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

const unread = (id: string) =>
  service.bus.request('chats.unread', undefined, { as: service.signIn.identityAt('users', id), timeoutMs: 1_000 })

describe('a chat', () => {
  const post = (body: unknown, as?: string) => service.call('/chats', { method: 'POST', as, body })

  it('is unique per pair, whoever starts it and however often', async () => {
    const first = await post({ receiverId: ravi }, asha)
    expect(first.statusCode).toBe(201)
    expect(first.json()).toMatchObject({
      userIDs: [asha, ravi],
      seenBy: [asha, ravi],
      lastMessage: null,
      isLastOwn: false,
      receiver: { id: ravi, username: 'ravi', avatar: null },
    })
    const again = await Promise.all([post({ receiverId: asha }, ravi), post({ receiverId: ravi }, asha)])
    expect(again.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(new Set(again.map((answer) => answer.json().id))).toEqual(new Set([first.json().id]))
    expect(again[0]?.json().receiver.username).toBe('asha')
  })

  it('is created once by twenty concurrent requests', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        at % 2 ? post({ receiverId: ravi }, asha) : post({ receiverId: asha }, ravi),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(1)
    expect(await service.get<Chat[]>('/chats', asha)).toHaveLength(1)
  })

  it('is refused with oneself, with an unknown user, and for a visitor', async () => {
    expect((await post({ receiverId: asha }, asha)).statusCode).toBe(400)
    expect((await post({ receiverId: newId() }, asha)).statusCode).toBe(404)
    expect((await post({ receiverId: 'ravi' }, asha)).statusCode).toBe(404)
    expect((await post({}, asha)).statusCode).toBe(400)
    expect((await post({}, undefined)).statusCode).toBe(401)
  })

  it('is about a listing of one of the two only', async () => {
    const [own, others] = [newId(), newId()]
    await service.bus.respond('posts.find-many', async ({ ids }) =>
      ids.map((id) => ({ id, userId: id === own ? ravi : meera }) as never),
    )
    const refused = await post({ receiverId: ravi, postId: others }, asha)
    expect([refused.statusCode, refused.json().message]).toEqual([404, 'Post not found'])
    const { id } = (await post({ receiverId: ravi, postId: own }, asha)).json()
    expect(await service.send(asha, id, 'Is it free?')).toMatchObject({ postId: own })
    expect((await post({ receiverId: ravi }, asha)).json().postId).toBe(own)
  })

  it('of other people is not found, and a lookup between others is refused', async () => {
    const { id } = await service.open(asha, ravi)
    const calls = [
      ...[`/chats/${id}`, `/messages/${id}`, `/chats/${newId()}`, '/chats/x'].map((url) =>
        service.call(url, { as: meera }),
      ),
      service.call(`/chats/read/${id}`, { method: 'PUT', as: meera }),
      service.call(`/chats/block/${id}`, { method: 'PUT', as: meera, body: { isBlocked: true } }),
      service.call(`/messages/${id}`, { method: 'POST', as: meera, body: { text: 'x' } }),
    ]
    for (const { statusCode, json } of await Promise.all(calls)) {
      expect([statusCode, json().message]).toEqual([404, 'Chat not found.'])
    }
    expect((await service.call(`/chats/between/${asha}/${ravi}`, { as: meera })).statusCode).toBe(403)
    expect((await service.call(`/chats/between/${meera}/${ravi}`, { as: meera })).statusCode).toBe(404)
    expect(await service.get<Chat[]>('/chats', meera)).toEqual([])
    const [found] = await service.get<ChatWithMessages[]>(`/chats/between/${ravi}/${asha}`, asha)
    expect(found).toMatchObject({ id, messages: [] })
  })
})

describe('a message', () => {
  it('gets the next number of its chat, even among fifty concurrent ones from both sides', async () => {
    const { id } = await service.open(asha, ravi)
    const sent = await Promise.all(
      Array.from({ length: 50 }, (_, at) => service.send(at % 2 ? asha : ravi, id, `message ${at}`)),
    )
    expect(sent.map(({ rev }) => rev).sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
    const stored = await service.get<Message[]>(`/messages/${id}`, asha)
    expect(stored).toEqual(sent.sort((a, b) => a.rev - b.rev))
  })

  it('is stripped of bidi controls, which could disguise an address', async () => {
    const { id } = await service.open(asha, ravi)
    expect(await service.send(asha, id, '\u202ehttps://evil.example\u2066')).toMatchObject({
      text: 'https://evil.example',
    })
  })

  it.each([
    ['one\vtwo\u2028three\u0085four\r\nfive', 'one\ntwo\nthree\nfour\nfive'],
    ['\u200bFree?\ufeff\u2060', 'Free?'],
    ['👩\u200d👧 क्\u200dष می\u200cخواهم', '👩\u200d👧 क्\u200dष می\u200cخواهم'],
  ])('of %j is kept as %j', async (text, kept) => {
    const { id } = await service.open(asha, ravi)
    expect(await service.send(asha, id, text)).toMatchObject({ text: kept })
  })

  it('is later than the ones before it, even if the clock of the process is behind', async () => {
    const { id } = await service.open(asha, ravi)
    await Promise.all(Array.from({ length: 10 }, (_, at) => service.send(asha, id, `message ${at}`)))
    service.pass(-60_000)
    await service.send(ravi, id, 'late')
    service.pass(60_000)
    const times = (await service.get<Message[]>(`/messages/${id}`, asha)).map(({ createdAt }) => createdAt)
    expect(times).toEqual([...new Set(times)].sort())
  })

  it('is idempotent per client id and person, even when sent five times concurrently', async () => {
    const { id } = await service.open(asha, ravi)
    const sent = await Promise.all(Array.from({ length: 5 }, () => service.send(asha, id, 'Hello', 'c1')))
    expect(new Set(sent.map((message) => message.id)).size).toBe(1)
    expect(await service.send(ravi, id, 'Hello', 'c1')).toMatchObject({ rev: 2 })
    expect(await service.get<Message[]>(`/messages/${id}`, asha)).toHaveLength(2)
  })

  it.each([
    ['nothing', '', 400],
    ['spaces', ' \n ', 400],
    ['the most', 'x'.repeat(5_000), 201],
    ['too much', 'x'.repeat(5_001), 400],
    ['a control character', 'nul \u0000', 400],
    ['half a character', 'half \ud83d', 400],
    ['an escape for terminals', 'red \u009b31m', 400],
    ['nothing that is seen', '\u200b\u2060\ufeff', 400],
    ['fillers', '\u3164\u2800\uffa0\u115f', 400],
    ['any letters, signs and lines', 'नमस्ते 🙂\n<b>bold</b>', 201],
  ])('of %s', async (_name, text, status) => {
    const { id } = await service.open(asha, ravi)
    const answer = await service.call(`/messages/${id}`, { method: 'POST', as: asha, body: { text } })
    expect(answer.statusCode).toBe(status)
    if (status === 201) expect(answer.json()).toMatchObject({ text, userId: asha, chatId: id, rev: 1 })
    else expect(await service.get(`/messages/${id}`, asha)).toEqual([])
  })

  it('is paged forwards and backwards', async () => {
    const { id } = await service.open(asha, ravi)
    for (let at = 1; at <= 7; at += 1) await service.send(asha, id, `${at}`)
    const texts = async (query: string) =>
      (await service.get<Message[]>(`/messages/${id}?${query}`, ravi)).map(({ text }) => Number(text))
    expect(await texts('after=3')).toEqual([4, 5, 6, 7])
    expect(await texts('after=3&limit=2')).toEqual([4, 5])
    expect(await texts('before=5&limit=2')).toEqual([3, 4])
    expect(await texts('limit=3')).toEqual([5, 6, 7])
    for (const wrong of ['after=1&before=3', 'after=x', 'limit=0', 'limit=201', 'before=-1']) {
      expect((await service.call(`/messages/${id}?${wrong}`, { as: ravi })).statusCode, wrong).toBe(400)
    }
  })

  it('beyond the limit per minute is refused, for its sender only', async () => {
    await service.close()
    service = await startChats({ MESSAGE_LIMIT: '3' })
    asha = service.person('asha')
    ravi = service.person('ravi')
    const { id } = await service.open(asha, ravi)
    for (const text of ['1', '2', '3']) await service.send(asha, id, text)
    const refused = await service.call(`/messages/${id}`, { method: 'POST', as: asha, body: { text: '4' } })
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    await service.send(ravi, id, 'mine')
  })
})

describe('what is unread', () => {
  it('counts chats, not messages, until they are opened; the answer shows them as they were', async () => {
    const { id } = await service.open(asha, ravi)
    const { id: other } = await service.open(meera, ravi)
    expect(await unread(ravi)).toBe(0)
    await service.send(asha, id, 'one')
    await service.send(asha, id, 'two')
    await service.send(meera, other, 'three')
    expect([await unread(ravi), await unread(asha)]).toEqual([2, 0])
    const inbox = await service.get<Chat[]>('/chats', ravi)
    expect(inbox.map(({ lastMessage, isLastOwn, seenBy }) => [lastMessage, isLastOwn, seenBy])).toEqual([
      ['three', false, [meera]],
      ['two', false, [asha]],
    ])
    expect((await service.get<Chat[]>('/chats', asha))[0]?.isLastOwn).toBe(true)
    const opened = await service.get<ChatWithMessages>(`/chats/${id}`, ravi)
    expect(opened.seenBy).toEqual([asha])
    expect(opened.messages.map(({ text }) => text)).toEqual(['one', 'two'])
    expect(await unread(ravi)).toBe(1)
    const read = await service.call(`/chats/read/${other}`, { method: 'PUT', as: ravi })
    expect(read.json().seenBy).toEqual([meera, ravi])
    expect(await unread(ravi)).toBe(0)
  })

  it.each([
    ['an image', 'image', 1],
    ['a link', 'document', 1],
    ['a script', 'empty', 0],
  ])('after %s has fetched the chat', async (_name, dest, left) => {
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'one')
    const answer = await service.call(`/chats/${id}`, { as: ravi, headers: { 'sec-fetch-dest': dest } })
    expect([answer.json().messages.length, await unread(ravi)]).toEqual([1, left])
  })

  it('is everything after the last read message', async () => {
    const { id } = await service.open(asha, ravi)
    const read = (body?: unknown) => service.call(`/chats/read/${id}`, { method: 'PUT', as: ravi, body })
    for (const text of ['one', 'two']) await service.send(asha, id, text)
    expect((await read({ rev: 1 })).json()).toMatchObject({ ownReadRev: 1, seenBy: [asha] })
    expect(await unread(ravi)).toBe(1)
    expect((await read({ rev: 2 })).json()).toMatchObject({ ownReadRev: 2, seenBy: [asha, ravi] })
    expect((await read({ rev: 9 })).json().ownReadRev).toBe(2)
    await service.send(asha, id, 'three')
    expect((await read({ rev: 1 })).json()).toMatchObject({ ownReadRev: 2, seenBy: [asha] })
    for (const body of [{ rev: '3' }, { rev: -1 }, { upTo: 3 }, []]) expect((await read(body)).statusCode).toBe(400)
    expect(await unread(ravi)).toBe(1)
    expect((await read({})).json()).toMatchObject({ ownReadRev: 3, seenBy: [asha, ravi] })
  })

  it('is not marked read by one’s own reply', async () => {
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'question')
    await service.send(ravi, id, 'another question')
    expect([await unread(ravi), await unread(asha)]).toEqual([1, 1])
  })

  it('does not come back when a message is redelivered, late or out of order', async () => {
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'one')
    await service.send(asha, id, 'two')
    await service.call(`/chats/read/${id}`, { method: 'PUT', as: ravi })
    const first = await service.chats.findMessage(id, 1)
    if (first) await service.chats.seats.deliver(first)
    expect(await unread(ravi)).toBe(0)
    expect((await service.get<Chat[]>('/chats', ravi))[0]?.lastMessage).toBe('two')
  })

  it('excludes messages that were read before they reached the inbox, as after a crash', async () => {
    const { id } = await service.open(asha, ravi)
    await service.chats.seats.read(`${id}:${ravi}`, 1, service.now())
    await service.send(asha, id, 'one')
    expect(await unread(ravi)).toBe(0)
    await service.send(asha, id, 'two')
    expect(await unread(ravi)).toBe(1)
  })

  it('agrees with the messages after random operations', async () => {
    const { id } = await service.open(asha, ravi)
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => {
        if (at % 5 === 4) return service.call(`/chats/read/${id}`, { method: 'PUT', as: at % 2 ? asha : ravi })
        return service.send(at % 2 ? asha : ravi, id, `${at}`)
      }),
    )
    const messages = await service.get<Message[]>(`/messages/${id}`, asha)
    for (const person of [asha, ravi]) {
      const [seat] = await service.chats.seats.findMany([`${id}:${person}`])
      const last = messages.filter(({ userId }) => userId !== person).at(-1)?.rev ?? 0
      expect(await unread(person)).toBe(last > (seat?.readRev ?? 0) ? 1 : 0)
    }
  })
})

describe('others hear', () => {
  it('of every message once it is in both inboxes, and whether it made its chat unread', async () => {
    const heard: Events['message.sent'][] = []
    await service.bus.subscribe({
      durable: 'test-chats',
      subjects: ['message.sent'],
      handle: async ({ data }) => void heard.push(data),
    })
    const { id } = await service.open(asha, ravi)
    const first = await service.send(asha, id, 'one')
    await expect.poll(() => heard.length).toBe(1)
    await service.send(asha, id, 'two')
    await expect.poll(() => heard.length).toBe(2)
    await service.call(`/chats/read/${id}`, { method: 'PUT', as: ravi })
    await service.send(asha, id, 'three')
    await expect.poll(() => heard.length).toBe(3)
    expect(heard[0]).toEqual({ ...first, receiverId: ravi, unread: 1 })
    expect(heard.map((message) => [message.text, message.unread])).toEqual([
      ['one', 1],
      ['two', null],
      ['three', 1],
    ])
  })

  it('of a message at once that a process saved whose clock is ahead, and that died then', async () => {
    const { id } = await service.open(asha, ravi)
    const chat = await service.chats.find(id)
    const sent: Events['message.sent'][] = []
    await service.bus.subscribe({
      durable: 'probe',
      subjects: ['message.sent'],
      handle: async ({ data }) => void sent.push(data),
    })
    const ahead = new Date(Date.now() + 50_000)
    if (chat) await service.chats.send({ chat, userId: asha, text: 'one', clientId: 'x', now: ahead })
    await service.send(asha, id, 'two')
    await expect.poll(() => sent.map(({ rev }) => rev).toSorted()).toEqual([1, 2])
  })

  it('that a chat was read, once', async () => {
    const heard: unknown[] = []
    await service.bus.listen({ subjects: ['chat.read'], handle: async ({ data }) => void heard.push(data) })
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'one')
    await service.call(`/chats/read/${id}`, { method: 'PUT', as: ravi })
    await service.call(`/chats/${id}`, { as: ravi })
    await expect.poll(() => heard).toEqual([{ chatId: id, userId: ravi, receiverId: asha, rev: 1 }])
    expect((await service.get<Chat[]>('/chats', asha))[0]).toMatchObject({ ownReadRev: 0, readRev: 1 })
    expect((await service.get<Chat[]>('/chats', ravi))[0]).toMatchObject({ ownReadRev: 1, readRev: 0 })
  })
})

describe('while one has blocked the other', () => {
  it.each([
    ['who is blocked', () => [ravi, asha]],
    ['who blocks', () => [asha, ravi]],
  ])('%s does not learn what the other reads, but what was read before', async (_who, blocking) => {
    const { id } = await service.open(asha, ravi)
    const read = (as: string) => service.call(`/chats/read/${id}`, { method: 'PUT', as })
    const block = (isBlocked: boolean) =>
      service.call(`/chats/block/${id}`, { method: 'PUT', as: blocking()[0], body: { isBlocked } })
    const shown = async (as: string) => (await service.get<Chat[]>('/chats', as))[0]
    await service.send(asha, id, 'one')
    await read(ravi)
    await service.send(asha, id, 'two')
    await block(true)
    const heard: unknown[] = []
    await service.bus.listen({ subjects: ['chat.read'], handle: async ({ data }) => void heard.push(data) })
    await read(ravi)
    // Once more: a repeated block must not tell what was read since.
    await block(true)
    await expect.poll(() => heard).toEqual([{ chatId: id, userId: ravi, receiverId: null, rev: 2 }])
    expect(await shown(asha)).toMatchObject({ readRev: 1, seenBy: [asha] })
    expect(await service.get(`/chats/${id}`, asha)).toMatchObject({ readRev: 1, seenBy: [asha] })
    expect(await shown(ravi)).toMatchObject({ ownReadRev: 2, seenBy: [asha, ravi] })
    await block(false)
    expect(await shown(asha)).toMatchObject({ readRev: 2, seenBy: [asha, ravi] })
  })
})

describe('an empty chat', () => {
  it('is listed for who opened it, and for the other once there is a message', async () => {
    const { id } = await service.open(asha, ravi)
    const listed = async (as: string) => (await service.get<Chat[]>('/chats', as)).map((chat) => chat.id)
    expect([await listed(asha), await listed(ravi)]).toEqual([[id], []])
    await service.send(asha, id, 'Is it free?')
    expect(await listed(ravi)).toEqual([id])
    const meera = service.person('meera')
    const { id: both } = await service.open(asha, meera)
    expect(await service.open(meera, asha)).toMatchObject({ id: both })
    expect(await listed(meera)).toEqual([both])
  })
})

it('broadcasts a block at once, and its end', async () => {
  const heard: unknown[] = []
  const subjects = ['chat.blocked', 'chat.unblocked'] as const
  await service.bus.listen({ subjects, handle: async ({ subject, data }) => void heard.push([subject, data]) })
  const { id, userIDs } = await service.open(asha, ravi)
  for (const isBlocked of [true, false])
    await service.call(`/chats/block/${id}`, { method: 'PUT', as: ravi, body: { isBlocked } })
  await expect.poll(() => heard).toEqual(subjects.map((subject) => [subject, { chatId: id, userIDs }]))
})

describe('a person', () => {
  it('cannot write after a block, on either side, until it ends', async () => {
    const { id } = await service.open(asha, ravi)
    const write = async (as: string) =>
      (await service.call(`/messages/${id}`, { method: 'POST', as, body: { text: 'x' } })).statusCode
    const block = (isBlocked: boolean) =>
      service.call(`/chats/block/${id}`, { method: 'PUT', as: ravi, body: { isBlocked } })
    expect((await block(true)).json().isBlocked).toBe(true)
    expect([await write(asha), await write(ravi)]).toEqual([403, 403])
    expect((await service.get<Chat[]>('/chats', asha))[0]?.isBlocked).toBe(false)
    await block(false)
    expect([await write(asha), await write(ravi)]).toEqual([201, 201])
  })

  it('with an unavailable name is still in the inbox', async () => {
    await service.open(asha, ravi)
    service.people.length = 0
    expect((await service.get<Chat[]>('/chats', asha))[0]?.receiver).toEqual({
      id: ravi,
      username: 'Unknown member',
      avatar: null,
    })
  })

  it('sees a name in each of many chats, in the inbox and in the own data, however long the pictures’ addresses', async () => {
    for (let n = 0; n < 175; n += 1) {
      const other = service.person(`person-${n}`)
      await service.chats.open([asha, other], { postId: null, now: service.now() })
    }
    for (const person of service.people) person.avatar = `https://x.in/${'अ'.repeat(1_980)}`
    const names = (await service.get<Chat[]>('/chats', asha)).map(({ receiver }) => receiver.username)
    expect(names.toSorted()).toEqual(Array.from({ length: 175 }, (_, n) => `person-${n}`).toSorted())
    expect((await service.call('/chats/data', { as: asha })).statusCode).toBe(200)
  })

  it('can report a message, but not an unknown one', async () => {
    const { id } = await service.open(asha, ravi)
    await service.send(asha, id, 'Pay first')
    const report = async (rev: number) =>
      await service.call(`/messages/${id}/reports`, { method: 'POST', as: ravi, body: { rev, reason: 'fraud' } })
    expect((await report(1)).statusCode).toBe(201)
    expect((await report(1)).statusCode).toBe(201)
    expect((await report(2)).statusCode).toBe(404)
    const kept = await service.store.collection('reports').find({}).toArray()
    expect(kept).toMatchObject([{ reporterId: ravi, reason: 'fraud', state: 'open' }])
  })

  it('opens a handled report again if its message is reported again', async () => {
    const { id } = await service.open(asha, ravi)
    const { id: messageId } = await service.send(asha, id, 'Pay first')
    const report = (body: object) =>
      service.call(`/messages/${id}/reports`, { method: 'POST', as: ravi, body: { rev: 1, ...body } })
    const reports = createMessageReports(service.store)
    const open = () => reports.list({ state: 'open', limit: 9 })
    await report({ reason: 'spam' })
    expect(await reports.handle(`${messageId}:${ravi}`, new Date())).toBe(true)
    expect(await open()).toEqual([])
    await report({ reason: 'fraud', text: 'Again' })
    expect(await open()).toMatchObject([{ messageId, reason: 'fraud', text: 'Again', handledAt: null }])
  })
})

it('returns the partners who have written to one, except in blocked chats and those of others', async () => {
  const [withRavi, withMeera, ofOthers] = await Promise.all([
    service.open(asha, ravi),
    service.open(meera, asha),
    service.open(ravi, meera),
  ])
  const chatIds = [withRavi, withMeera, ofOthers].map(({ id }) => id)
  const partners = () => service.bus.request('chats.partners', { userId: asha, chatIds }, { timeoutMs: 1_000 })
  await service.send(asha, withRavi.id, 'Hello')
  await service.send(ravi, ofOthers.id, 'Hello')
  expect(await partners()).toEqual({})
  await service.send(ravi, withRavi.id, 'Hello')
  await service.send(meera, withMeera.id, 'Hello')
  expect(await partners()).toEqual({ [withRavi.id]: ravi, [withMeera.id]: meera })
  await service.call(`/chats/block/${withMeera.id}`, { method: 'PUT', as: meera, body: { isBlocked: true } })
  expect(await partners()).toEqual({ [withRavi.id]: ravi })
})

it('returns whom one has blocked or is blocked by, and nobody else', async () => {
  const [kiran, zoya] = [service.person('kiran'), service.person('zoya')]
  const block = async (as: string, receiverId: string, isBlocked = true) => {
    const { id } = await service.open(as, receiverId)
    await service.call(`/chats/block/${id}`, { method: 'PUT', as, body: { isBlocked } })
  }
  await block(asha, ravi)
  await block(meera, asha)
  await block(ravi, meera)
  await block(asha, kiran)
  await block(asha, kiran, false)
  const ask = (otherIds: string[]) =>
    service.bus.request('chats.blocked', { userId: asha, otherIds }, { timeoutMs: 1_000 })
  expect((await ask([ravi, meera, kiran, zoya])).sort()).toEqual([ravi, meera].sort())
  expect(await ask([kiran])).toEqual([])
  await expect(ask(['x'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('returns missing messages a page at a time, which fits on the bus with the longest texts', async () => {
  const { id: chatId } = await service.open(asha, ravi)
  for (let at = 0; at < 70; at += 1) await service.send(at % 2 ? asha : ravi, chatId, '₹'.repeat(5_000))
  const revsAfter = async (after: number) =>
    (await service.bus.request('chats.messages', { chatId, after, before: 70 }, { timeoutMs: 5_000 })).map(
      ({ rev }) => rev,
    )
  expect(await revsAfter(0)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
  expect(await revsAfter(50)).toEqual(Array.from({ length: 19 }, (_, at) => at + 51))
})

it('does not attach a new listing to a blocked chat', async () => {
  const { id } = await service.open(ravi, asha)
  await service.bus.respond('posts.find-many', async ({ ids }) =>
    ids.map((postId) => ({ id: postId, userId: asha }) as never),
  )
  await service.call(`/chats/block/${id}`, { method: 'PUT', as: ravi, body: { isBlocked: true } })
  const body = { receiverId: ravi, postId: 'f'.repeat(24) }
  const answer = await service.call('/chats', { method: 'POST', as: asha, body })
  expect(answer.json()).toMatchObject({ id, postId: null })
})

it('limits new chats with strangers, but not messages in existing chats', async () => {
  const [writer, first] = [service.person('writer'), service.person('first')]
  const { id } = await service.open(writer, first)
  const open = async (at: number) => {
    const body = { receiverId: service.person(`stranger${at}`) }
    return (await service.call('/chats', { method: 'POST', as: writer, body })).statusCode
  }
  const answers = await Promise.all(Array.from({ length: 35 }, (_, at) => open(at)))
  expect(answers.filter((status) => status === 429)).toHaveLength(6)
  expect((await service.open(writer, first)).id).toBe(id)
})
