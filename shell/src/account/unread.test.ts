import type { LiveMessage } from '@aangan/contracts/sockets'
import type { Session } from '@aangan/contracts/users'
import { BehaviorSubject, Subject } from 'rxjs'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CallError } from './calls.ts'
import { HOLD_MS } from './held-chats.ts'
import { createUnread } from './unread.ts'

const createdAt = '2026-01-02T03:04:05.000Z'
const userCalled = (username: string): Session => ({
  status: 'user',
  user: { id: username, username, avatar: null, createdAt },
})

function open(ask: () => Promise<number>, first: Session = { status: 'visitor' }) {
  const session$ = new BehaviorSubject(first)
  const live$ = new Subject<LiveMessage>()
  const reported: unknown[] = []
  const report = (error: unknown) => void reported.push(error)
  const refreshed: string[] = []
  const refresh = async () => {
    refreshed.push('session')
    return session$.value
  }
  const unread = createUnread({
    session: { changes$: session$, refresh },
    live$,
    ask,
    report,
    isLooking: () => isLooking,
  })
  return { unread, session$, live$, reported, refreshed }
}

/** Whether the tab has the focus. */
let isLooking: boolean
beforeEach(() => {
  isLooking = true
})

it('is 0 for a visitor, without a request', () => {
  const { unread, live$ } = open(() => Promise.reject(new Error('nobody may ask')))
  live$.next({ type: 'getNotification', data: { count: 1, unread: 2 } })
  expect(unread.count).toBe(0)
})

it("is the server's count for a user, and 0 after signing out", async () => {
  const { unread, session$ } = open(async () => 3, userCalled('asha'))
  await expect.poll(() => unread.count).toBe(3)
  session$.next({ status: 'visitor' })
  expect(unread.count).toBe(0)
})

it('refreshes the session on a 401, and stops requesting', async () => {
  let asked = 0
  const ask = () => {
    asked += 1
    return Promise.reject(new CallError('/users/notification', 401))
  }
  const { refreshed, reported } = open(ask, userCalled('asha'))
  await expect.poll(() => refreshed).toEqual(['session'])
  expect([asked, reported]).toEqual([1, []])
})

it('ignores a response for the previous user', async () => {
  const answers: ((count: number) => void)[] = []
  const { unread, session$ } = open(() => new Promise((answer) => answers.push(answer)), userCalled('asha'))
  session$.next(userCalled('ravi'))
  answers[1]?.(1)
  answers[0]?.(7)
  await expect.poll(() => unread.count).toBe(1)
})

it("follows the socket's absolute count, and decrements by the chat", async () => {
  const { unread, live$ } = open(async () => 1, userCalled('asha'))
  await expect.poll(() => unread.count).toBe(1)
  live$.next({ type: 'getNotification', data: { count: 1, unread: 4 } })
  live$.next({ type: 'typing', data: { chatId: 'c', userId: 'u' } })
  live$.next({ type: 'read', data: { chatId: 'c', userId: 'ravi', rev: 7 } })
  expect(unread.count).toBe(4)
  unread.lower()
  expect(unread.count).toBe(3)
  unread.lower(5)
  expect(unread.count).toBe(0)
})

it('refetches after every connect, and when another tab or device reads a chat', async () => {
  let onServer = 3
  const { unread, live$ } = open(async () => onServer, userCalled('asha'))
  await expect.poll(() => unread.count).toBe(3)
  onServer = 5
  live$.next({ type: 'connected', data: null })
  await expect.poll(() => unread.count).toBe(5)
  onServer = 4
  live$.next({ type: 'read', data: { chatId: 'c', userId: 'asha', rev: 7 } })
  await expect.poll(() => unread.count).toBe(4)
})

it('refetches if an event arrived during the request, and ignores stale responses', async () => {
  const answers: ((count: number) => void)[] = []
  const { unread, live$ } = open(() => new Promise((answer) => answers.push(answer)), userCalled('asha'))
  const shown: number[] = []
  unread.count$.subscribe((count) => shown.push(count))
  live$.next({ type: 'getNotification', data: { count: 1, unread: 4 } })
  answers[0]?.(3)
  await expect.poll(() => answers.length).toBe(2)
  live$.next({ type: 'connected', data: null })
  answers[2]?.(5)
  await expect.poll(() => unread.count).toBe(5)
  answers[1]?.(4)
  await new Promise(setImmediate)
  expect(shown).toEqual([0, 4, 5])
})

it('retries after a failure until it succeeds', async () => {
  const answers = [Promise.reject(new Error('away')), Promise.reject(new Error('away')), Promise.resolve(2)]
  const { unread, live$ } = open(
    () => answers.shift() ?? Promise.reject(new Error('asked too often')),
    userCalled('asha'),
  )
  live$.next({ type: 'connected', data: null })
  await expect.poll(() => unread.count).toBe(2)
})

it('stays 0 when the server fails, which is reported once', async () => {
  const { unread, reported } = open(() => Promise.reject(new Error('away')), userCalled('asha'))
  await unread.refresh()
  await unread.refresh()
  expect([unread.count, reported]).toEqual([0, [new Error('away')]])
})

describe('a chat that is being read', () => {
  /** The server has `others` unread chats besides this one; `toRead` marks it as read there. */
  async function reading(others: number) {
    let isUnread = false
    const asks: (() => void)[] = []
    const ask = () => new Promise<number>((answer) => asks.push(() => answer(others + Number(isUnread))))
    const tab = open(ask, userCalled('asha'))
    const shown: number[] = []
    asks.shift()?.()
    await expect.poll(() => tab.unread.count).toBe(others)
    tab.unread.count$.subscribe((count) => shown.push(count))
    return {
      ...tab,
      shown,
      answer: async () => {
        for (const one of asks.splice(0)) one()
        await new Promise(setImmediate)
      },
      write() {
        isUnread = true
        tab.live$.next({ type: 'getNotification', data: { count: 1, unread: others + 1, chatId: 'c' } })
      },
      markRead() {
        isUnread = false
        tab.live$.next({ type: 'read', data: { chatId: 'c', userId: 'asha', rev: 7 } })
      },
    }
  }

  it.each([0, 2])('is not counted when a message comes, beside %s unread ones', async (others) => {
    const { unread, shown, write, markRead, answer } = await reading(others)
    unread.reading('c')
    for (let messages = 0; messages < 3; messages += 1) {
      write()
      void unread.refresh()
      await answer()
      markRead()
      await answer()
      unread.read('c')
      await answer()
    }
    expect(shown).toEqual([others])
  })

  it('is counted if the message is in another chat', async () => {
    const { unread, live$ } = await reading(0)
    unread.reading('c')
    live$.next({ type: 'getNotification', data: { count: 1, unread: 1, chatId: 'other' } })
    expect(unread.count).toBe(1)
  })

  it('is counted when it is left before the server knows that it was read', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const { unread, shown, write, answer } = await reading(0)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const leave = unread.reading('c')
    write()
    leave()
    expect(shown).toEqual([0])
    vi.advanceTimersByTime(HOLD_MS)
    await answer()
    expect(shown).toEqual([0, 1])
  })

  it('is counted after a reconnect, if the server says so', async () => {
    const { unread, live$, shown, write, answer } = await reading(0)
    unread.reading('c')
    write()
    live$.next({ type: 'connected', data: null })
    await answer()
    expect(shown).toEqual([0, 1])
  })

  it('in another tab is not counted here until it could have been marked as read there', async () => {
    onTestFinished(() => void vi.useRealTimers())
    const { shown, write, markRead, answer } = await reading(1)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    isLooking = false
    write()
    await answer()
    markRead()
    vi.advanceTimersByTime(HOLD_MS)
    await answer()
    expect(shown).toEqual([1])
    write()
    vi.advanceTimersByTime(HOLD_MS)
    await answer()
    expect(shown).toEqual([1, 2])
  })
})
