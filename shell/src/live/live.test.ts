import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LiveMessage, SendLive } from '@aangan/contracts/sockets'
import type { Session } from '@aangan/contracts/users'
import { BehaviorSubject, Subject } from 'rxjs'
import { Server, type Socket } from 'socket.io'
import type { ManagerOptions } from 'socket.io-client'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createLive, type LiveParts } from './live.ts'
import { openSocket } from './socket.ts'

const VISITOR: Session = { status: 'visitor' }
const userCalled = (id: string): Session => ({
  status: 'user',
  user: { id, username: id, avatar: null, createdAt: '2026-01-02T03:04:05.000Z' },
})

/** A Socket.IO server; `greeted` lists the user ids it received. */
async function listen() {
  const http = createServer()
  const io = new Server(http)
  const greeted: string[] = []
  io.on('connection', (socket) => {
    socket.on('newUser', (id: string) => greeted.push(id))
    socket.on('watch', (_chats, acknowledge) => acknowledge({ online: ['u1'] }))
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return { io, origin, greeted, sockets: () => [...io.sockets.sockets.values()], close: () => io.close() }
}

let server: Awaited<ReturnType<typeof listen>>
let session$: BehaviorSubject<Session>
let returns$: Subject<void>
let refreshed: number
let reported: unknown[]
let heard: LiveMessage[]
/** Called on a session refresh. */
let onRefused: () => void

beforeEach(async () => {
  server = await listen()
  session$ = new BehaviorSubject<Session>(VISITOR)
  returns$ = new Subject()
  refreshed = 0
  reported = []
  heard = []
  onRefused = () => undefined
})
afterEach(async () => {
  session$.next(VISITOR)
  await server.close()
})

function open(options: Partial<ManagerOptions> = {}, failure?: Error) {
  const refresh = async () => {
    refreshed += 1
    onRefused()
    return session$.value
  }
  const load: LiveParts['load'] = async () => {
    if (failure) throw failure
    return (parts) => openSocket({ ...parts, origin: server.origin, returns$ }, options)
  }
  const live = createLive({ session: { changes$: session$, refresh }, load, report: (error) => reported.push(error) })
  live.live$.subscribe((message) => heard.push(message))
  return live
}

const connected = () => heard.filter(({ type }) => type === 'connected').length
const reasonAgainst = (send: SendLive) => send('typing', { chatId: 'c' }).catch((error: Error) => error.message)
const onlySocket = () => server.sockets()[0] as Socket

describe('the socket', () => {
  it('is open only while a user is signed in, and identifies them', async () => {
    const { send } = open()
    await expect(send('typing', { chatId: 'c' })).rejects.toThrow('no user is signed in')
    session$.next(userCalled('asha'))
    await expect.poll(() => server.greeted).toEqual(['asha'])
    session$.next({ status: 'unknown' })
    session$.next(userCalled('asha'))
    session$.next(userCalled('ravi'))
    await expect.poll(() => server.greeted).toEqual(['asha', 'ravi'])
    await expect.poll(() => server.sockets().length).toBe(1)
    session$.next(VISITOR)
    await expect.poll(() => server.sockets()).toEqual([])
    expect(connected()).toBe(2)
  })

  it('is closed without a close frame', async () => {
    open()
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    const reasons: string[] = []
    onlySocket().on('disconnect', (reason) => reasons.push(reason))
    session$.next(VISITOR)
    await expect.poll(() => reasons).toEqual(['transport close'])
  })

  it('is not opened if the user signs out while its code loads', async () => {
    open()
    session$.next(userCalled('asha'))
    session$.next(VISITOR)
    session$.next(userCalled('ravi'))
    await expect.poll(() => server.greeted).toEqual(['ravi'])
  })

  it('reports that its code could not be loaded', async () => {
    open({}, new Error('no chunk'))
    session$.next(userCalled('asha'))
    await expect.poll(() => reported).toEqual([new Error('no chunk')])
  })

  it('emits every server event, after a connect event', async () => {
    open({ reconnectionDelay: 10 })
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    onlySocket().emit('getNotification', { count: 1, unread: 2 })
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'getNotification', data: { count: 1, unread: 2 } })
    onlySocket().conn.close()
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'connected', data: null })
    await expect.poll(() => server.greeted).toEqual(['asha', 'asha'])
  })
})

describe('a disconnect', () => {
  const listenedTo = ({ live$ }: ReturnType<typeof open>) => {
    const later: LiveMessage[] = []
    live$.subscribe((message) => later.push(message)).unsubscribe()
    return later
  }

  it('is emitted, also to later subscribers, until reconnected or signed out', async () => {
    const live = open({ reconnectionDelay: 3_600_000, reconnectionDelayMax: 3_600_000 })
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    expect(listenedTo(live)).toEqual([])
    onlySocket().conn.close()
    await expect.poll(() => heard.at(-1)).toEqual({ type: 'disconnected', data: null })
    expect(listenedTo(live)).toEqual([{ type: 'disconnected', data: null }])
    returns$.next()
    await expect.poll(connected).toBe(2)
    expect(listenedTo(live)).toEqual([])
    onlySocket().conn.close()
    await expect.poll(() => listenedTo(live)).toHaveLength(1)
    session$.next(VISITOR)
    expect(listenedTo(live)).toEqual([])
  })

  it('is emitted if the socket could not be opened', async () => {
    open({}, new Error('no chunk'))
    session$.next(userCalled('asha'))
    await expect.poll(() => heard).toEqual([{ type: 'disconnected', data: null }])
  })
})

describe('sending', () => {
  it('resolves with the acknowledgement, and rejects when disconnected', async () => {
    const { send } = open({ reconnectionDelay: 60_000 })
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    expect(await send('watch', { chatIds: ['c'] })).toEqual({ online: ['u1'] })
    onlySocket().conn.close()
    await expect.poll(() => reasonAgainst(send)).toMatch('is disconnected')
  })
})

describe('reconnecting', () => {
  it('happens immediately when the tab becomes visible', async () => {
    const { send } = open({ reconnectionDelay: 3_600_000, reconnectionDelayMax: 3_600_000 })
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    onlySocket().conn.close()
    await expect.poll(() => reasonAgainst(send)).toMatch('is disconnected')
    returns$.next()
    await expect.poll(connected).toBe(2)
    returns$.next()
    await expect.poll(() => server.greeted.length).toBe(3)
    expect(connected()).toBe(2)
  })

  it('refreshes the session after the server disconnects, and then retries', async () => {
    open()
    session$.next(userCalled('asha'))
    await expect.poll(connected).toBe(1)
    onlySocket().disconnect(true)
    await expect.poll(() => refreshed).toBe(1)
    returns$.next()
    await expect.poll(connected).toBe(2)
  })

  it('is retried after the server refuses', async () => {
    let refusals = 1
    server.io.use((_socket, next) => next(refusals-- > 0 ? new Error('not now') : undefined))
    open({ reconnectionDelayMax: 50 })
    session$.next(userCalled('asha'))
    await expect.poll(() => refreshed).toBe(1)
    await expect.poll(connected).toBe(1)
  })

  it('uses one timer, which is cleared when the socket closes', async () => {
    const WAIT_MS = 54_321
    const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')]
    onTestFinished(() => void vi.restoreAllMocks())
    const waiting = () => {
      const timers = set.mock.calls.flatMap(([, ms], at) => (ms === WAIT_MS ? [set.mock.results[at]?.value] : []))
      return timers.filter((timer) => !clear.mock.calls.some(([cleared]) => cleared === timer)).length
    }
    server.io.use((_socket, next) => next(new Error('not now')))
    open({ reconnectionDelayMax: WAIT_MS })
    session$.next(userCalled('asha'))
    await expect.poll(waiting).toBe(1)
    returns$.next()
    await expect.poll(() => refreshed).toBe(2)
    expect(waiting()).toBe(1)
    onRefused = () => session$.next(VISITOR)
    returns$.next()
    await expect.poll(() => refreshed).toBe(3)
    expect(waiting()).toBe(0)
  })
})
