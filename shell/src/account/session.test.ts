import type { Session } from '@aangan/contracts/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Channel, createSession, keepUser } from './session.ts'

const user = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }
const visitor: Session = { status: 'visitor' }
const asha: Session = { status: 'user', user }

let other: BroadcastChannel
let own: BroadcastChannel
let reported: unknown[]

beforeEach(() => {
  reported = []
  own = new BroadcastChannel('session')
  other = new BroadcastChannel('session')
})
afterEach(() => {
  own.close()
  other.close()
})

/** A server whose answers a test gives one by one, in whatever order. */
function server() {
  const asked: { answer: (session: Session) => void; fail: (error: Error) => void }[] = []
  const ask = () => new Promise<Session>((answer, fail) => asked.push({ answer, fail }))
  return { asked, ask }
}

function open(first: Session, ask: () => Promise<Session>, channel: Channel = own) {
  return createSession({ first, ask, channel, report: (error) => reported.push(error), signIn() {} })
}

describe('a session', () => {
  it('is at once what the page says, and nobody is asked', () => {
    const { asked, ask } = server()
    const session = open(asha, ask)
    const seen: Session[] = []
    session.changes$.subscribe((now) => seen.push(now))
    expect([session.current, seen, asked]).toEqual([asha, [asha], []])
  })

  it('is asked for once where the page could not say', async () => {
    const { asked, ask } = server()
    const session = open({ status: 'unknown' }, ask)
    expect(asked).toHaveLength(1)
    asked[0]?.answer(asha)
    await expect.poll(() => session.current).toEqual(asha)
  })

  it('stays as it is while the server does not answer, which is reported, and is asked for again', async () => {
    const { asked, ask } = server()
    const session = open(asha, ask)
    const refreshed = session.refresh()
    asked[0]?.fail(new Error('away'))
    expect(await refreshed).toBe(asha)
    expect(reported).toEqual([new Error('away')])
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(visitor)
    await expect.poll(() => session.current).toEqual(visitor)
  })

  it('is never lost for want of an answer: unknown replaces nobody, and is asked again', async () => {
    const { asked, ask } = server()
    const session = open(asha, ask)
    const refreshed = session.refresh()
    asked[0]?.answer({ status: 'unknown' })
    expect(await refreshed).toBe(asha)
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(asha)
  })

  it('is what was answered to who asked last, also for those who asked before', async () => {
    const { asked, ask } = server()
    const session = open(visitor, ask)
    const [before, after] = [session.refresh(), session.refresh()]
    asked[1]?.answer(asha)
    asked[0]?.answer(visitor)
    expect(await Promise.all([before, after])).toEqual([asha, asha])
    expect(session.current).toEqual(asha)
  })
})

describe('the other tabs', () => {
  it('ask for themselves when this one has learnt of another person, and tell nobody again', async () => {
    const mine = server()
    const theirs = server()
    const session = open(visitor, mine.ask)
    const elsewhere = open(visitor, theirs.ask, other)
    const third = new BroadcastChannel('session')
    const heard: unknown[] = []
    third.onmessage = ({ data }) => heard.push(data)
    void session.refresh()
    mine.asked[0]?.answer(asha)
    await expect.poll(() => theirs.asked.length).toBe(1)
    theirs.asked[0]?.answer(asha)
    await expect.poll(() => elsewhere.current).toEqual(asha)
    third.close()
    expect(heard).toEqual(['changed'])
    expect(mine.asked).toHaveLength(1)
  })
})

it('the user is kept for others on every change, null for a visitor, and nothing before it is known', async () => {
  const { asked, ask } = server()
  const session = open({ status: 'unknown' }, ask)
  const kept: string[] = []
  keepUser(session, (text) => kept.push(text))
  expect(kept).toEqual([])
  asked[0]?.answer(asha)
  await expect.poll(() => kept).toEqual([JSON.stringify(user)])
  void session.refresh()
  asked[1]?.answer(visitor)
  await expect.poll(() => kept[1]).toBe('null')
})
