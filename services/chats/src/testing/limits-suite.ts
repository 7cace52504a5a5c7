import type { Message } from '@aangan/contracts/chats'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Started, startChats } from './start.ts'

/** Room for 30 messages of 1,000 bytes, 500 of them text. */
const ENV = { MESSAGE_DAY_BYTES: '30000', UNANSWERED_LIMIT: '20' }
const TEXT = 'x'.repeat(500)
const DAY_MS = 86_400_000

/** How much a person may store. `newStore` returns the URL of an empty one. */
export function describeLimits(newStore: () => string | undefined): void {
  let service: Started
  let [asha, ravi] = ['', '']
  beforeEach(async () => {
    service = await startChats(ENV, newStore())
    asha = service.person('asha')
    ravi = service.person('ravi')
  })
  afterEach(() => service.close())

  async function write(chatId: string, text = TEXT, { as = asha, clientId = undefined as string | undefined } = {}) {
    const answer = await service.call(`/messages/${chatId}`, { method: 'POST', as, body: { text, clientId } })
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
  }
  const times = (count: number, work: (at: number) => Promise<{ status: number }>) =>
    Promise.all(Array.from({ length: count }, async (_, at) => (await work(at)).status))
  const countOf = (statuses: number[], status: number) => statuses.filter((one) => one === status).length

  async function talking(): Promise<string> {
    const { id } = await service.open(asha, ravi)
    await service.send(ravi, id, 'Hello')
    return id
  }

  describe('what a person sends in a day', () => {
    it('is limited over all processes and chats, by its bytes, and for them alone', async () => {
      const id = await talking()
      const stopReplica = await service.startReplica()
      const sent = await times(35, () => write(id))
      expect([countOf(sent, 201), countOf(sent, 429)]).toEqual([30, 5])
      const meera = service.person('meera')
      const { id: other } = await service.open(asha, meera)
      const refused = await write(other, 'x')
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        429,
        'TOO_MANY_REQUESTS',
        'You have sent as much as a person can send in a day. Try again in 24 h.',
      ])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(80_000)
      expect((await write(id, TEXT, { as: ravi })).status).toBe(201)
      await stopReplica()
    })

    it('counts bytes, not characters, and room is not lost to messages that do not fit', async () => {
      const id = await talking()
      expect((await write(id, '₹'.repeat(5_000))).status).toBe(201)
      expect((await write(id, '₹'.repeat(5_000))).status).toBe(429)
      expect((await write(id, '₹'.repeat(4_000))).status).toBe(201)
    })

    it('begins anew a day after the first message', async () => {
      const id = await talking()
      await times(30, () => write(id))
      service.pass(DAY_MS - 60_000)
      expect((await write(id)).status).toBe(429)
      service.pass(61_000)
      expect(countOf(await times(30, () => write(id)), 201)).toBe(30)
    })

    it('counts a message once, however often it is sent, and finds it beyond the limit', async () => {
      const id = await talking()
      for (let n = 0; n < 3; n += 1) await times(10, () => write(id, TEXT, { clientId: 'same' }))
      expect(countOf(await times(30, () => write(id)), 201)).toBe(29)
      expect(await write(id, TEXT, { clientId: 'same' })).toMatchObject({ status: 201, body: { clientId: 'same' } })
    })
  })

  describe('in a chat that the other has not answered', () => {
    it('only so many messages are stored, even at once, until there is a reply', async () => {
      const { id } = await service.open(asha, ravi)
      const sent = await times(25, (at) => write(id, 'Hello', { clientId: `m${at}` }))
      expect([countOf(sent, 201), countOf(sent, 429)]).toEqual([20, 5])
      const refused = await write(id, 'Hello')
      expect(refused.body.message).toBe(
        'You have sent 20 messages without a reply. Wait until this person writes to you.',
      )
      const [first] = await service.get<Message[]>(`/messages/${id}`, asha)
      const again = await write(id, 'Hello', { clientId: first?.clientId })
      expect([again.status, again.body.id]).toEqual([201, first?.id])
      await service.send(ravi, id, 'Yes?')
      expect((await write(id)).status).toBe(201)
    })

    it('refused messages use up nothing of the day', async () => {
      const { id } = await service.open(asha, ravi)
      await times(60, () => write(id))
      await service.send(ravi, id, 'Yes?')
      expect(countOf(await times(11, () => write(id)), 201)).toBe(10)
    })
  })
}
