import { readMail } from '@aangan/service-kit/testing/letters'
import { startMailServer } from '@aangan/service-kit/testing/mail-server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SeatDoc } from '../chat.ts'
import { type Started, startChats } from '../testing/start.ts'

const MINUTE = 60_000
const AWAY = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FAST = { AWAY_SWEEP_MS: '10' }

let service: Started
let asha: string
let ravi: string
let meera: string

beforeEach(() => start())
afterEach(() => service.close())

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await startChats({ ...FAST, ...env })
  asha = service.person('asha')
  ravi = service.person('ravi')
  meera = service.person('meera')
}

const mailsSent = async () => (await service.mails()).map(readMail)
const subjects = async () => (await mailsSent()).map(({ subject }) => subject)
const read = (chatId: string, as: string, body?: { rev: number }) =>
  service.call(`/chats/read/${chatId}`, { method: 'PUT', as, body })
const seats = () => service.store.collection<SeatDoc>('seats')

/** Waits until a sweep leaves nothing due. */
async function settled(): Promise<void> {
  const due = () => seats().countDocuments({ waitsSince: { $lte: service.now().getTime() - AWAY } })
  await expect.poll(due).toBe(0)
}

describe('who is away', () => {
  test('gets one mail with the unread messages, their writers and a link to reply', async () => {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'Is the flat free from June?')
    service.pass(AWAY - MINUTE)
    await service.send(ravi, id, 'I would\nlike to see it.')
    await settled()
    expect(await subjects()).toEqual([])
    service.pass(2 * MINUTE)
    await expect.poll(subjects).toEqual(['ravi wrote to you'])
    const [mail] = await mailsSent()
    expect(mail?.head).toContain('To: asha@example.com')
    for (const part of ['Is the flat free from June?', 'I would like to see it.', 'https://homes.example/chat'])
      expect([mail?.text.includes(part), mail?.html.includes(part)], part).toEqual([true, true])
    expect(mail?.head).toMatch(/List-Unsubscribe: <https:\/\/homes\.example\/chats\/mails\/stop\?token=[\w-]{43}>/)
    expect(mail?.text).toMatch(/https:\/\/homes\.example\/mails\/stop\?token=[\w-]{43}/)
    await service.send(ravi, id, 'Are you there?')
    service.pass(DAY)
    await settled()
    expect(await subjects()).toHaveLength(1)
  })

  test('is mailed again once they have read those and new ones arrive', async () => {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'First')
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(1)
    await read(id, asha)
    service.pass(HOUR)
    await service.send(ravi, id, 'Second')
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(2)
    const text = (await mailsSent())[1]?.text
    expect([text?.includes('First'), text?.includes('Second')]).toEqual([false, true])
  })

  test('is mailed the messages after the last read one, once those have waited', async () => {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'First')
    service.pass(AWAY - MINUTE)
    await service.send(ravi, id, 'Second')
    await read(id, asha, { rev: 1 })
    service.pass(2 * MINUTE)
    await settled()
    expect(await subjects()).toEqual([])
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(1)
    const text = (await mailsSent())[0]?.text
    expect([text?.includes('First'), text?.includes('Second')]).toEqual([false, true])
  })

  test('gets one mail of all their chats, and at most one an hour', async () => {
    const [withRavi, withMeera] = [await service.open(ravi, asha), await service.open(meera, asha)]
    for (const text of ['1', '2', '3', '4']) await service.send(ravi, withRavi.id, `From Ravi ${text}`)
    service.pass(AWAY - MINUTE)
    await service.send(meera, withMeera.id, 'x'.repeat(300))
    service.pass(MINUTE)
    await expect.poll(subjects).toEqual(['meera and 1 other wrote to you'])
    const text = (await mailsSent())[0]?.text ?? ''
    expect(text).toContain('From Ravi 3\n… and more')
    expect(text).toContain(`${'x'.repeat(200)}…`)
    await read(withMeera.id, asha)
    await service.send(meera, withMeera.id, 'Later')
    service.pass(AWAY)
    await settled()
    expect(await subjects()).toHaveLength(1)
    service.pass(HOUR)
    await expect.poll(subjects).toEqual(['meera and 1 other wrote to you', 'meera wrote to you'])
  })

  test.each([
    ['has read it', (id: string) => read(id, asha)],
    ['has opened it', (id: string) => service.call(`/chats/${id}`, { as: asha })],
    ['has blocked its writer', (id: string) => block(id, asha)],
    ['is blocked by its writer', (id: string) => block(id, ravi)],
    ['wants no mails', () => choose(false)],
    ['has no address any more', async () => void service.accounts.splice(0)],
    [
      'has not confirmed the address',
      async () => {
        for (const account of service.accounts) account.mailTo = null
      },
    ],
  ])('is not mailed who %s', async (_who, act) => {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'Hello')
    await act(id)
    service.pass(AWAY)
    await settled()
    expect(await subjects()).toEqual([])
  })

  test('is mailed nothing of a writer who has confirmed no address, but what others wrote', async () => {
    const aangan = service.person('Aangan')
    for (const account of service.accounts) if (account.id === aangan) account.mailTo = null
    const { id } = await service.open(aangan, asha)
    await service.send(aangan, id, 'Your account is locked.')
    service.pass(AWAY)
    await settled()
    expect(await subjects()).toEqual([])
    await service.send(aangan, id, 'Pay now.')
    await service.send(ravi, (await service.open(ravi, asha)).id, 'Hello')
    service.pass(AWAY)
    await expect.poll(subjects).toEqual(['ravi wrote to you'])
    const [mail] = await mailsSent()
    expect(mail?.text).toContain('Hello')
    expect(mail?.text).not.toMatch(/Aangan wrote|locked|Pay now/)
  })

  test('sees messages escaped as text', async () => {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, '<img src=x onerror=alert(1)>')
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(1)
    const [mail] = await mailsSent()
    expect(mail?.html).not.toContain('<img')
    expect(mail?.text).toContain('<img src=x onerror=alert(1)>')
  })
})

const block = (id: string, as: string) =>
  service.call(`/chats/block/${id}`, { method: 'PUT', as, body: { isBlocked: true } })
const choose = (isOn: boolean) => service.call('/chats/mails', { method: 'PUT', as: asha, body: { isOn } })
const chosen = () => service.get('/chats/mails', asha)

describe('stopping', () => {
  const post = (what: 'stop' | 'start', token: string) =>
    service.call(`/chats/mails/${what}`, { method: 'POST', body: { token } })

  async function mailed(): Promise<string> {
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'Hello')
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(1)
    return /mails\/stop\?token=([\w-]{43})/.exec((await mailsSent())[0]?.text ?? '')?.[1] ?? ''
  }

  test('needs only the link and can be undone, unlike the owner’s own choice', async () => {
    const token = await mailed()
    for (const _ of [1, 2]) expect((await post('stop', token)).json()).toEqual({ isOn: false })
    expect(await chosen()).toEqual({ isOn: false })
    expect((await post('start', token)).json()).toEqual({ isOn: true })
    await choose(false)
    expect((await post('start', token)).json()).toEqual({ isOn: false })
    expect((await post('stop', 'x'.repeat(43))).statusCode).toBe(404)
    await choose(true)
    expect(await chosen()).toEqual({ isOn: true })
  })

  test('supports one-click unsubscribe', async () => {
    const url = `/chats/mails/stop?token=${await mailed()}`
    const shown = await service.call(url)
    expect([shown.statusCode, shown.headers.location]).toEqual([303, url.replace('/chats/', '/')])
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = 'List-Unsubscribe=One-Click'
    const answer = await service.app.inject({ method: 'POST', url, headers, payload })
    expect([answer.statusCode, answer.json()]).toEqual([200, { isOn: false }])
  })

  test('expires half a year after the mail', async () => {
    const token = await mailed()
    service.pass(181 * DAY)
    expect((await post('stop', token)).statusCode).toBe(404)
    await expect.poll(() => service.store.collection('mail-stops').countDocuments({})).toBe(0)
  })
})

describe('when something goes wrong', () => {
  test('with the mail server, it is retried', async () => {
    await service.close()
    const gone = await startMailServer()
    await gone.close()
    await start({ SMTP_URL: `smtp://127.0.0.1:${gone.port}` })
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'Hello')
    service.pass(AWAY)
    const readers = service.store.collection<{ _id: string; failures: number }>('readers')
    await expect.poll(async () => (await readers.findOne({ _id: asha }))?.failures).toBe(1)
    const server = await startMailServer(gone.port)
    onTestFinished(() => server.close())
    service.pass(2 * MINUTE)
    await expect.poll(() => server.mails.length).toBe(1)
  })

  test('with a process that held a lease, another mails an hour later at the earliest', async () => {
    await service.close()
    const silent = await startMailServer(0, { isSilent: true })
    await start({ SMTP_URL: `smtp://127.0.0.1:${silent.port}` })
    const { id } = await service.open(ravi, asha)
    await service.send(ravi, id, 'Hello')
    service.pass(AWAY)
    // The mail is sent, but its process dies before recording that.
    await expect.poll(() => silent.mails.length).toBe(1)
    const endReplica = await service.startReplica(FAST)
    service.pass(HOUR - MINUTE)
    await settled()
    expect(await subjects()).toEqual([])
    service.pass(2 * MINUTE)
    await expect.poll(subjects).toHaveLength(1)
    await silent.close()
    await endReplica()
  })

  test('two processes send nothing twice', async () => {
    const endReplica = await service.startReplica()
    for (let at = 0; at < 12; at += 1) {
      const { id } = await service.open(ravi, service.person(`reader${at}`))
      await service.send(ravi, id, 'Hello')
    }
    service.pass(AWAY)
    await expect.poll(subjects).toHaveLength(12)
    await settled()
    await endReplica()
    const readers = (await mailsSent()).map(({ head }) => /^To: (.*)$/m.exec(head)?.[1])
    expect(new Set(readers).size).toBe(12)
  })
})
