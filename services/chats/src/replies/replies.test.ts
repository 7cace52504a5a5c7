import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newId, type Started, startChats } from '../testing/start.ts'
import { type Turn, usualMinutes, withTurn } from './turns.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

describe('turns', () => {
  const turn = (at: number, tookMs = at): Turn => ({ id: `chat:${at}`, at, tookMs })
  const all = (...turns: Turn[]) => turns.reduce((kept, one) => withTurn(kept, one) ?? kept, [] as Turn[])

  it('keep the last twenty in order, without duplicates', () => {
    const many = Array.from({ length: 25 }, (_, at) => turn(at))
    const kept = all(...many)
    expect(kept.map(({ at }) => at)).toEqual(Array.from({ length: 20 }, (_, at) => 24 - at))
    expect(all(...many.reverse())).toEqual(kept)
    expect([withTurn(kept, turn(24)), withTurn(kept, turn(2))]).toEqual([null, null])
  })

  it('give the median of three or more recent ones', () => {
    const minutes = (...took: number[]) => took.map((one, at) => turn(at + 1, one * MINUTE))
    expect(usualMinutes(minutes(5, 600), 0)).toBeNull()
    expect(usualMinutes(minutes(5, 600, 20), 0)).toBe(20)
    expect(usualMinutes(minutes(5, 600, 20, 30), 0)).toBe(25)
    expect(usualMinutes(minutes(5, 600, 20, 30), 3)).toBeNull()
  })
})

describe('how soon somebody replies', () => {
  let service: Started
  let agent: string

  beforeEach(async () => {
    service = await startChats()
    agent = service.person('agent')
  })
  afterEach(() => service.close())

  const ask = (...userIds: string[]) => service.bus.request('chats.reply-times', { userIds }, { timeoutMs: 1_000 })

  async function answer(minutes: number): Promise<string> {
    const buyer = service.person(newId().slice(0, 12))
    const { id } = await service.open(buyer, agent)
    await service.send(buyer, id, 'Is it free?')
    service.pass((minutes - 1) * MINUTE)
    await service.send(buyer, id, 'Hello?')
    service.pass(MINUTE)
    await service.send(agent, id, 'It is.')
    service.pass(DAY)
    await service.send(agent, id, 'Do you want to see it?')
    return buyer
  }

  it('is the time from the first message to the reply, once there are three', async () => {
    const [buyer] = [await answer(10), await answer(50)]
    expect(await ask(agent)).toEqual({})
    await answer(20)
    await expect.poll(() => ask(agent, buyer, newId())).toEqual({ [agent]: 20 })
    service.pass(30 * DAY)
    expect(await ask(agent)).toEqual({})
  })

  it('is unaffected by redelivered messages', async () => {
    for (const minutes of [10, 50, 20]) await answer(minutes)
    await expect.poll(() => ask(agent)).toEqual({ [agent]: 20 })
    const replies = service.store.collection<{ _id: string; turns: Turn[]; rev: number }>('replies')
    const before = await replies.findOne({ _id: agent })
    const [chat] = await service.get<{ id: string }[]>('/chats', agent)
    const message = await service.chats.findMessage(chat?.id ?? '', 3)
    if (!message) throw new Error('There is no answer.')
    const data = { ...message, id: message._id, unread: null }
    await service.bus.publish({ id: 'again', subject: 'message.sent', data })
    const last = await answer(30)
    await expect.poll(async () => (await replies.findOne({ _id: agent }))?.rev).toBe(4)
    expect([before?.turns.length, (await replies.findOne({ _id: last }))?.turns]).toEqual([3, undefined])
  })

  it('limits the number of people per request', async () => {
    await expect(ask('agent')).rejects.toThrow('at most 500')
  })
})
