import type { Session } from '@aangan/contracts/users'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Channel } from '../channel.ts'
import { createSession, keepUser } from './session.ts'

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

/** A server whose responses the test sends one by one, in any order. */
function server() {
  const asked: { answer: (session: Session) => void; fail: (error: Error) => void }[] = []
  const ask = () => new Promise<Session>((answer, fail) => asked.push({ answer, fail }))
  return { asked, ask }
}

function open(first: Session, ask: () => Promise<Session>, channel: Channel = own) {
  return createSession({ first, ask, channel, report: (error) => reported.push(error), signIn() {} })
}

describe('a session', () => {
  it("starts with the page's session, without a request", () => {
    const { asked, ask } = server()
    const session = open(asha, ask)
    const seen: Session[] = []
    session.changes$.subscribe((now) => seen.push(now))
    expect([session.current, seen, asked]).toEqual([asha, [asha], []])
  })

  it('is requested once if the page does not know it', async () => {
    const { asked, ask } = server()
    const session = open({ status: 'unknown' }, ask)
    expect(asked).toHaveLength(1)
    asked[0]?.answer(asha)
    await expect.poll(() => session.current).toEqual(asha)
  })

  it('is kept while the server fails, which is reported and retried', async () => {
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

  it('is not replaced by "unknown", which is retried', async () => {
    const { asked, ask } = server()
    const session = open(asha, ask)
    const refreshed = session.refresh()
    asked[0]?.answer({ status: 'unknown' })
    expect(await refreshed).toBe(asha)
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(asha)
  })

  it('is unknown to a caller while a visitor may have signed in, but the server cannot tell', async () => {
    const { asked, ask } = server()
    const session = open(visitor, ask)
    const [failing, unknown] = [session.refresh(), session.refresh()]
    asked[1]?.answer({ status: 'unknown' })
    asked[0]?.fail(new Error('away'))
    expect(await Promise.all([failing, unknown])).toEqual([{ status: 'unknown' }, { status: 'unknown' }])
    expect(session.current).toEqual(visitor)
    await expect.poll(() => asked.length).toBe(3)
    asked[2]?.answer(asha)
    await expect.poll(() => session.current).toEqual(asha)
  })

  it('is the latest response, even for earlier callers', async () => {
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
  it("refresh when this tab's user changes, without notifying further", async () => {
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

it('the user is stored on every change, null for a visitor, and nothing while unknown', async () => {
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
