import { randomBytes } from 'node:crypto'
import type { Alert } from '@aangan/contracts/account-constants'
import type { Post } from '@aangan/contracts/posts'
import { post } from '@aangan/contracts/testing/posts'
import { readMail } from '@aangan/service-kit/testing/letters'
import { startMailServer } from '@aangan/service-kit/testing/mail-server'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { accountOf } from '../testing/account.ts'
import { type Started, startUsers } from '../testing/start.ts'
import type { SearchDoc } from './search.ts'
import { createSearchStore } from './search-store.ts'

const ASHA = accountOf({ username: 'asha', email: 'asha@example.com' })
/** Of the listings in these tests. */
const OWNER = accountOf({ id: post().userId, username: 'owner', email: 'owner@example.com' })
const MINUTE = 60_000
const QUARTER = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FAST = { ALERT_SWEEP_MS: '10', SITE_CURRENCY: 'inr' }

let service: Started
/** The listings of posts, and the requests it received. */
let listed: Post[]
let asked: { search: string; since: string }[]

beforeEach(() => start())
afterEach(() => service.close())

async function start(env: Record<string, string> = {}): Promise<void> {
  service = await startUsers({ ...FAST, ...env })
  service.accounts.push(ASHA, OWNER)
  listed = []
  asked = []
  await answerPosts()
}

/** Like posts, but filters by city only, and takes every home as near. */
function answerPosts() {
  return service.bus.respond('posts.find-new', async ({ search, since, limit, after = '0' }) => {
    asked.push({ search, since })
    const city = new URLSearchParams(search).get('city')
    const isNear = new URLSearchParams(search).has('within')
    const isIn = (each: Post) => city === null || isNear || each.city === city
    const found = listed.filter((each) => each.createdAt > since && isIn(each)).reverse()
    const end = Number(after) + limit
    const posts = found.slice(Number(after), end)
    return { posts, total: Math.min(found.length, 100), ...(end < found.length && { next: String(end) }) }
  })
}

async function save(search: string, alert: Alert, as = ASHA.id): Promise<string> {
  const answer = await service.call('/users/searches', { method: 'POST', as, body: { search, alert } })
  service.pass(1)
  return answer.json().id
}

function add(changes: Partial<Post> = {}): Post {
  const id = randomBytes(12).toString('hex')
  const one = post({ id, createdAt: service.now().toISOString(), type: 'rent', price: 25_000, ...changes })
  listed.push(one)
  return one
}

/** Publishes a new listing. */
async function publish(changes: Partial<Post> = {}): Promise<Post> {
  const one = add(changes)
  await service.bus.publish({ id: one.id, subject: 'post.changed', data: { ...one, rev: 1 } })
  return one
}

const mailsSent = async () => (await service.mails()).map(readMail)
const subjects = async () => (await mailsSent()).map(({ subject }) => subject)

/** Waits until all events so far are handled and a sweep after them has ended. */
async function settled(): Promise<void> {
  const city = `Nowhere ${randomBytes(3).toString('hex')}`
  const id = await save(`city=${city}`, 'now')
  const searches = service.store.collection<SearchDoc>('searches')
  await publish({ city, userId: ASHA.id })
  await expect.poll(() => asked.some(({ search }) => search.includes(city.slice(-6)))).toBe(true)
  const due = service.now().getTime()
  await searches.updateOne({ _id: id }, { $set: { due } })
  await expect.poll(async () => (await searches.findOne({ _id: id }))?.due).not.toBe(due)
  await expect.poll(async () => (await searches.findOne({ _id: id }))?.heldUntil).toBe(0)
}

describe('at once', () => {
  test('a new listing is mailed with its price, place and links', async () => {
    await save('city=Pune&property=apartment&type=rent&bedroom=2', 'now')
    const home = await publish({ title: 'Flat by the lake' })
    await expect.poll(subjects).toEqual(['1 new home: 2 bedroom apartments to rent in Pune'])
    const [mail] = await mailsSent()
    expect(mail?.head).toContain('To: asha@example.com')
    const search = 'https://homes.example/list?bedroom=2&city=Pune&property=apartment&type=rent'
    for (const part of ['₹25,000 a month · Baner Road, Pune', `https://homes.example/${home.id}`, 'Flat by the lake'])
      expect([mail?.text.includes(part), mail?.html.includes(part)], part).toEqual([true, true])
    expect(mail?.text).toContain(search)
    expect(mail?.html).toContain(search.replaceAll('&', '&#38;'))
    expect(mail?.head).toMatch(/List-Unsubscribe: <https:\/\/homes\.example\/users\/searches\/stop\?token=[\w-]{43}>/)
    expect(mail?.head).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  })

  test('each is mailed once, and several at a time in one mail', async () => {
    await save('city=Pune', 'now')
    await publish()
    await expect.poll(subjects).toHaveLength(1)
    service.pass(QUARTER)
    add({ title: 'Second' })
    await publish({ title: 'Third' })
    await expect.poll(subjects).toHaveLength(2)
    const [, second] = await mailsSent()
    expect(second?.subject).toMatch(/^2 new homes: /)
    expect(second?.text).not.toContain('Flat with a garden')
    service.pass(2 * HOUR)
    await settled()
    expect(await subjects()).toHaveLength(2)
  })

  test('a new listing near the place is mailed, also of another city', async () => {
    await save('city=Mulund, Mumbai&within=5', 'now')
    await publish({ city: 'Thane', address: 'Naupada, Thane' })
    await expect.poll(subjects).toEqual(['1 new home: homes to buy or rent within 5 km of Mulund, Mumbai'])
    expect((await mailsSent())[0]?.text).toContain('/list?city=Mulund%2C+Mumbai&within=5')
  })

  test.each([
    ['Dwarka', { city: 'Delhi', address: 'Sector 19 Dwarka, Delhi' }],
    ['Thane', { city: 'Mumbai', address: 'Thane West, Mumbai' }],
    ['कोथरूड', { city: 'Pune', address: 'Kothrud, Pune' }],
    ['Bengaluru', { city: 'ಬೆಂಗಳೂರು', address: 'Whitefield, ಬೆಂಗಳೂರು' }],
    ['GK 1', { city: 'Delhi', address: '4 Ring Road, Greater Kailash I, Delhi 110048' }],
    ['kothrud pune', { city: 'Pune', address: 'Kothrud Depot Road, Pune' }],
  ])('a new listing that a search for %s may find makes it due', async (city, changes) => {
    await save(`city=${city}`, 'now')
    await publish(changes)
    await expect.poll(() => asked.map(({ search }) => new URLSearchParams(search).get('city'))).toContain(city)
  })

  test('a listing that posts returns late is still mailed', async () => {
    await save('city=Pune', 'now')
    const createdAt = service.now().toISOString()
    service.pass(MINUTE)
    await publish()
    await expect.poll(subjects).toHaveLength(1)
    service.pass(QUARTER)
    await publish({ createdAt, title: 'Late' })
    await expect.poll(subjects).toHaveLength(2)
    expect((await mailsSent())[1]?.text).toContain('Late')
  })

  test('listings of other cities, one’s own and taken ones are not mailed', async () => {
    await save('city=Pune', 'now')
    await publish({ city: 'Mumbai', address: 'Marine Drive' })
    await publish({ userId: ASHA.id })
    await service.bus.publish({
      id: 'taken',
      subject: 'post.changed',
      data: { ...post({ status: 'taken', city: 'Pune' }), rev: 2 },
    })
    await settled()
    expect(await subjects()).toEqual([])
    expect(asked.filter(({ search }) => search === 'city=Pune').length).toBeLessThanOrEqual(1)
  })

  test('searches of a locality, and without a city, match too', async () => {
    await save('city=Kothrud%2C+Pune', 'now')
    await save('', 'now')
    await publish({ city: 'Kothrud, Pune', address: 'Lake Road, Kothrud, Pune 411038' })
    await expect.poll(subjects).toHaveLength(1)
    service.pass(QUARTER)
    await expect
      .poll(async () => (await subjects()).sort())
      .toEqual(['1 new home: homes to buy or rent', '1 new home: homes to buy or rent in Kothrud, Pune'])
  })

  test('however many searches match, a mail comes every quarter of an hour, and each search has its turn', async () => {
    for (const bound of [1, 2, 3]) await save(`city=Pune&minPrice=${bound}`, 'now')
    await publish()
    for (const mails of [1, 2, 3]) {
      await expect.poll(subjects).toHaveLength(mails)
      await publish()
      await settled()
      expect(await subjects()).toHaveLength(mails)
      service.pass(QUARTER)
    }
    expect(new Set((await subjects()).map((subject) => subject.replace(/^.*?: /, ''))).size).toBe(3)
  })

  test('a search that is removed and saved again waits, too', async () => {
    const id = await save('city=Pune', 'now')
    await publish()
    await expect.poll(subjects).toHaveLength(1)
    await service.call(`/users/searches/${id}`, { method: 'DELETE', as: ASHA.id })
    await save('city=Pune', 'now')
    await publish()
    await settled()
    expect(await subjects()).toHaveLength(1)
    service.pass(QUARTER)
    await expect.poll(subjects).toHaveLength(2)
  })

  test('an import sends one mail with the count, then pauses for an hour', async () => {
    await save('city=Pune', 'now')
    for (let at = 0; at < 149; at += 1) add({ title: `Imported ${at}` })
    await publish({ title: 'Imported last' })
    await expect.poll(subjects).toEqual(['100+ new homes: homes to buy or rent in Pune'])
    const [mail] = await mailsSent()
    expect(mail?.text.match(/Imported/g)).toHaveLength(10)
    expect(mail?.text).toContain('See all homes')
    service.pass(MINUTE)
    await publish({ title: 'A straggler' })
    await settled()
    expect(await subjects()).toHaveLength(1)
    service.pass(HOUR)
    await expect.poll(subjects).toHaveLength(2)
    expect((await mailsSent())[1]?.text).toContain('A straggler')
  })

  test('an import of one’s own hides no listing of another', async () => {
    await save('city=Pune', 'now')
    add({ title: 'Of a neighbour' })
    for (let at = 0; at < 34; at += 1) add({ userId: ASHA.id })
    await publish({ userId: ASHA.id })
    await expect.poll(subjects).toEqual(['1 new home: homes to buy or rent in Pune'])
    expect((await mailsSent())[0]?.text).toContain('Of a neighbour')
  })

  test('no mail carries a listing of somebody without a confirmed address, nor counts or is filled by it', async () => {
    const stranger = accountOf({ username: 'aangan', email: 'evil@example.com', mailTo: null })
    const importer = accountOf({ username: 'coastal.homes', managed: true })
    service.accounts.push(stranger, importer)
    await save('city=Pune', 'now')
    add({ userId: importer.id, title: 'Imported' })
    add({ title: 'Of a member' })
    add({ userId: randomBytes(12).toString('hex'), title: 'Of nobody' })
    for (let at = 0; at < 34; at += 1) add({ userId: stranger.id, title: 'Your account is locked' })
    await publish({ userId: stranger.id, title: 'Pay at evil.example' })
    await expect.poll(subjects).toEqual(['2 new homes: homes to buy or rent in Pune'])
    const [mail] = await mailsSent()
    for (const shown of ['Imported', 'Of a member']) expect(mail?.text).toContain(shown)
    expect(mail?.text).not.toMatch(/locked|evil|nobody/)
  })

  test('no mail carries a listing of somebody whom the reader has blocked, or who has blocked them', async () => {
    const agent = accountOf({ username: 'agent', email: 'agent@example.com' })
    service.accounts.push(agent)
    service.blocked.push(agent.id)
    await save('city=Pune', 'now')
    add({ userId: agent.id, title: 'Answer me' })
    await publish({ title: 'Of a member' })
    await expect.poll(subjects).toEqual(['1 new home: homes to buy or rent in Pune'])
    expect((await mailsSent())[0]?.text).not.toContain('Answer me')
  })

  test('the subject does not count listings of such people behind those shown', async () => {
    const stranger = accountOf({ username: 'stranger', email: 'stranger@example.com', mailTo: null })
    service.accounts.push(stranger)
    await save('city=Pune', 'now')
    for (let at = 0; at < 40; at += 1) add({ userId: stranger.id })
    for (let at = 0; at < 30; at += 1) add()
    await publish()
    await expect.poll(subjects).toEqual(['31 new homes: homes to buy or rent in Pune'])
  })

  test('nor do hundreds of them delay a mail', async () => {
    const stranger = accountOf({ username: 'stranger', email: 'stranger@example.com', mailTo: null })
    service.accounts.push(stranger)
    await save('city=Pune', 'now')
    add()
    for (let at = 0; at < 250; at += 1) add({ userId: stranger.id })
    await publish({ userId: stranger.id })
    await expect.poll(subjects).toEqual(['1 new home: homes to buy or rent in Pune'])
  })

  test('a listing is mailed once its owner has confirmed, if that is soon', async () => {
    service.accounts[1] = { ...OWNER, mailTo: null }
    await save('city=Pune', 'now')
    await publish({ title: 'First' })
    await settled()
    service.accounts[1] = OWNER
    await publish({ title: 'Second' })
    await expect.poll(subjects).toEqual(['2 new homes: homes to buy or rent in Pune'])
  })

  test('titles are escaped everywhere', async () => {
    await save('city=Pune', 'now')
    await publish({ title: '<img src=x onerror=alert(1)> "A"\r\nBcc: eve@example.com' })
    await expect.poll(subjects).toHaveLength(1)
    const [mail] = await mailsSent()
    expect(mail?.head).not.toContain('Bcc')
    expect(mail?.html).not.toContain('<img')
    expect(mail?.html).toContain('&#60;img src=x onerror=alert(1)&#62; &#34;A&#34; Bcc')
    expect(mail?.text).not.toMatch(/^Bcc/m)
  })

  test('an address gets no mail before it is confirmed, and then one with all matches', async () => {
    service.accounts[0] = { ...ASHA, mailTo: null }
    await save('city=Pune', 'now')
    await publish({ title: 'First' })
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    await settled()
    expect(await subjects()).toEqual([])
    service.accounts[0] = ASHA
    await publish({ title: 'Second' })
    service.pass(HOUR)
    await expect.poll(subjects).toEqual(['2 new homes: homes to buy or rent in Pune'])
  })

  test('a user without an address gets no mail', async () => {
    service.accounts.splice(0, 1)
    const id = await save('city=Pune', 'now')
    await publish()
    await expect
      .poll(async () => (await service.get('/users/searches', ASHA.id)).json())
      .toMatchObject([{ id, alert: 'off' }])
    expect(await subjects()).toEqual([])
  })
})

describe('once a day', () => {
  test('there is one mail a day, and none where nothing is new', async () => {
    await save('city=Pune', 'daily')
    await publish({ title: 'Monday' })
    service.pass(23 * HOUR)
    await settled()
    expect(await subjects()).toEqual([])
    await publish({ title: 'Tuesday' })
    service.pass(2 * HOUR)
    await expect.poll(subjects).toEqual(['2 new homes: homes to buy or rent in Pune'])
    service.pass(DAY + HOUR)
    await settled()
    await publish({ title: 'Thursday' })
    service.pass(DAY + HOUR)
    await expect.poll(subjects).toHaveLength(2)
  })

  test('switching to instant sends pending matches, but none from the time without alerts', async () => {
    const id = await save('city=Pune', 'daily')
    const set = (alert: Alert) => service.call(`/users/searches/${id}`, { method: 'PUT', as: ASHA.id, body: { alert } })
    await publish({ title: 'Gathered' })
    await set('now')
    await expect.poll(subjects).toHaveLength(1)
    await set('off')
    service.pass(HOUR)
    await publish({ title: 'Unwanted' })
    await settled()
    service.pass(1)
    await set('now')
    service.pass(HOUR)
    await publish({ title: 'Wanted' })
    await expect.poll(subjects).toHaveLength(2)
    expect((await mailsSent())[1]?.text).not.toContain('Unwanted')
  })
})

describe('stopping', () => {
  const post = (what: 'stop' | 'start', token: string) =>
    service.call(`/users/searches/${what}`, { method: 'POST', body: { token } })

  async function mailed(): Promise<string> {
    await publish()
    await expect.poll(subjects).not.toEqual([])
    const [mail] = await mailsSent()
    return /searches\/stop\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  }

  test('needs only the link, is idempotent, and can be undone', async () => {
    const id = await save('city=Pune', 'now')
    const token = await mailed()
    for (const _ of [1, 2]) expect((await post('stop', token)).json()).toEqual({ search: 'city=Pune', alert: 'off' })
    service.pass(HOUR)
    await publish({ title: 'Unwanted' })
    await settled()
    expect(await subjects()).toHaveLength(1)
    expect((await post('start', token)).json()).toEqual({ search: 'city=Pune', alert: 'now' })

    const own = { method: 'PUT', as: ASHA.id, body: { alert: 'off' } } as const
    await service.call(`/users/searches/${id}`, own)
    // A forwarded link cannot restart what the owner stopped.
    expect((await post('start', token)).json()).toEqual({ search: 'city=Pune', alert: 'off' })
  })

  test('supports one-click unsubscribe', async () => {
    await save('city=Pune', 'now')
    const token = await mailed()
    const url = `/users/searches/stop?token=${token}`
    const shown = await service.call(url, {})
    expect([shown.statusCode, shown.headers.location]).toEqual([303, `/searches/stop?token=${token}`])
    for (const [type, payload] of [
      ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
      ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="x"\r\n\r\n1\r\n--b--'],
    ] as const) {
      const answer = await service.app.inject({ method: 'POST', url, headers: { 'content-type': type }, payload })
      expect([answer.statusCode, answer.json()]).toEqual([200, { search: 'city=Pune', alert: 'off' }])
    }
  })

  test('stores links only as hashes', async () => {
    await save('city=Pune', 'now')
    const token = await mailed()
    const kept = await service.store.collection('search-stops').find({}).toArray()
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(token)
  })

  test.each(['', 'nonsense', 'x'.repeat(43)])('rejects the token %j', async (token) => {
    for (const what of ['stop', 'start'] as const) {
      const answer = await post(what, token)
      expect([answer.statusCode, answer.json().message]).toEqual([
        404,
        expect.stringContaining('unsubscribe link no longer works'),
      ])
    }
  })

  test('expires half a year after the mail, and when the search is removed', async () => {
    const id = await save('city=Pune', 'now')
    const token = await mailed()
    await service.call(`/users/searches/${id}`, { method: 'DELETE', as: ASHA.id })
    expect((await post('stop', token)).statusCode).toBe(404)
    service.pass(181 * DAY)
    await expect.poll(() => service.store.collection('search-stops').countDocuments({})).toBe(0)
  })
})

describe('when something is unavailable', () => {
  test('posts: the mail comes later', async () => {
    await service.close()
    service = await startUsers(FAST)
    service.accounts.push(ASHA, OWNER)
    listed = []
    const id = await save('city=Pune', 'now')
    await publish()
    const failures = async () => (await service.store.collection<SearchDoc>('searches').findOne({ _id: id }))?.failures
    await expect.poll(failures).toBe(1)
    await answerPosts()
    service.pass(MINUTE)
    await expect.poll(subjects).toHaveLength(1)
    expect(await failures()).toBe(0)
  })

  test('the mail server: retries with backoff, and loses nothing', async () => {
    await service.close()
    const gone = await startMailServer()
    await gone.close()
    await start({ SMTP_URL: `smtp://127.0.0.1:${gone.port}` })
    const id = await save('city=Pune', 'now')
    const kept = () => service.store.collection<SearchDoc>('searches').findOne({ _id: id })
    await publish({ title: 'First' })
    await expect.poll(async () => (await kept())?.failures).toBe(1)
    service.pass(MINUTE)
    await expect.poll(async () => (await kept())?.failures).toBe(2)
    expect(((await kept())?.due ?? 0) - service.now().getTime()).toBeGreaterThan(MINUTE)
    await publish({ title: 'Second' })
    const server = await startMailServer(gone.port)
    onTestFinished(() => server.close())
    service.pass(2 * MINUTE)
    await expect.poll(() => server.mails.length).toBe(1)
    const { subject, text } = readMail(server.mails[0] ?? '')
    expect([subject, text.includes('First'), text.includes('Second')]).toEqual([
      '2 new homes: homes to buy or rent in Pune',
      true,
      true,
    ])
  })

  test('a process that died with a lease: another takes over after five minutes', async () => {
    const id = await save('city=Pune', 'now')
    const searches = service.store.collection<SearchDoc>('searches')
    const until = service.now().getTime() + 5 * MINUTE
    await searches.updateOne({ _id: id }, { $set: { due: until, heldUntil: until } })
    await publish()
    await settled()
    expect(await subjects()).toEqual([])
    service.pass(5 * MINUTE)
    await expect.poll(subjects).toHaveLength(1)
  })
})

test('homes before and behind a thousand that no mail may show are mailed, each once', async () => {
  const stranger = accountOf({ username: 'stranger', email: 'stranger@example.com' })
  service.accounts.push({ ...stranger, mailTo: null })
  const id = await save('city=Pune', 'daily')
  add({ title: 'Earliest' })
  service.pass(1)
  for (let at = 0; at < 1_000; at += 1) add({ userId: stranger.id })
  service.pass(1)
  add({ title: 'Latest' })
  const isRead = async () => {
    const found = await service.store.collection<SearchDoc>('searches').findOne({ _id: id })
    return found?.behind === null && found.heldUntil === 0 && found.due > service.now().getTime()
  }
  service.pass(DAY)
  await expect.poll(subjects).toHaveLength(1)
  service.pass(HOUR)
  await expect.poll(subjects).toHaveLength(2)
  const texts = (await mailsSent()).map(({ text }) => ['Latest', 'Earliest'].filter((title) => text.includes(title)))
  expect(texts).toEqual([['Latest'], ['Earliest']])
  for (const days of [1, 2]) {
    service.pass(days * DAY)
    await expect.poll(isRead).toBe(true)
  }
  expect(await subjects()).toHaveLength(2)
})

test('a home that was mailed is not mailed again behind a thousand that no mail may show', async () => {
  const stranger = accountOf({ username: 'stranger', email: 'stranger@example.com' })
  service.accounts.push({ ...stranger, mailTo: null })
  const id = await save('city=Pune', 'now')
  await publish()
  await expect.poll(subjects).toHaveLength(1)
  for (let at = 0; at < 1_000; at += 1) add({ userId: stranger.id })
  service.pass(QUARTER)
  await publish({ userId: stranger.id })
  const searches = service.store.collection<SearchDoc>('searches')
  const isBehind = async () => Boolean((await searches.findOne({ _id: id }))?.behind)
  await expect.poll(isBehind).toBe(true)
  service.pass(MINUTE)
  await expect.poll(isBehind).toBe(false)
  await settled()
  expect(await subjects()).toHaveLength(1)
})

test('of two processes only one sends', async () => {
  const endReplica = await service.startReplica()
  for (let at = 1; at <= 12; at += 1) {
    const person = accountOf({ username: `reader${at}`, email: `reader${at}@example.com` })
    service.accounts.push(person)
    await save(`city=Pune&minPrice=${at}`, 'now', person.id)
  }
  await publish()
  await expect.poll(subjects).toHaveLength(12)
  await settled()
  await endReplica()
  expect(new Set(await subjects()).size).toBe(12)
})

test('of two concurrent claims one wins, until it is released', async () => {
  const searches = createSearchStore(service.store)
  const id = await save('city=Pune', 'off')
  const found = (await searches.find(id)) as SearchDoc
  const until = service.now().getTime() + MINUTE
  const claims = await Promise.all([searches.claim(found, until), searches.claim(found, until)])
  expect(claims.filter((claim) => claim !== null)).toMatchObject([{ _id: id, heldUntil: until }])
  await searches.release({ ...found, heldUntil: until - 1 }, { failures: 7 })
  expect(await searches.find(id)).toMatchObject({ heldUntil: until, failures: 0 })
})
