import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Identity } from '@aangan/service-kit/identity'
import type { Parts } from '@aangan/service-kit/parts'
import { countInWindows } from '@aangan/service-kit/windows'
import type { Caller, Gate } from './gate.ts'
import { type Io, type IoSocket, roomOf } from './io.ts'
import type { TakeTurn } from './person-turns.ts'
import type { Presence } from './presence.ts'
import type { Removals } from './removed-accounts.ts'
import type { Sessions } from './sessions.ts'
import { tellTyping, watch } from './watching.ts'

interface Serving {
  io: Io
  gate: Gate
  sessions: Sessions
  removals: Pick<Removals, 'isRemoved'>
  presence: Presence
  takeTurn: TakeTurn
  bus: Bus
  log: Parts['log']
}

/** Pages send `typing` every few seconds. */
const TYPING_MS = 500

/** How often a minute a visitor's `newUser` may force a reconnect. */
const MAX_RETURNS = 3
const RETURN_WINDOW_MS = 60_000

/** A socket's user comes from its handshake, never from what the client sends. */
export function serveSockets(parts: Serving): void {
  const { io, gate, sessions, removals, log } = parts
  const mayReturn = createReturns()
  const answer = createAnswers(parts)
  const served = new WeakSet<object>()
  io.on('connection', (socket) => {
    // Limits count connections, and several CONNECT packets at once would create several sockets on one.
    if (served.has(socket.conn)) return void socket.conn.close(true)
    served.add(socket.conn)
    const caller = gate.callerOf(socket.request)
    const { identity, address } = caller
    socket.data = { userId: identity?.id ?? null, asked: [], watched: {}, blocked: null }
    const isOver = identity && (sessions.isOver(identity.session) || removals.isRemoved(identity.id))
    if (isOver) return void socket.conn.close()
    // A client could disconnect without closing, and reconnect after the end of its session was forgotten.
    socket.on('disconnect', () => socket.conn.close())
    noteLife(socket, caller, log)
    answer(socket)
    socket.on('newUser', (claimed) => {
      // Signed in since its handshake: it reconnects at once, then with its session.
      if (identity === null && mayReturn(address, claimed)) socket.conn.close()
    })
    if (identity) enter(socket, identity, parts)
  })
}

function enter(socket: IoSocket, { id, session }: Identity, { sessions, presence }: Serving): void {
  // Our adapters join synchronously; only others return a promise.
  void socket.join([roomOf.user(id), roomOf.session(session)])
  sessions.hold(session)
  presence.came(id)
  socket.on('disconnect', () => presence.went(id))
}

function createAnswers(parts: Serving): (socket: IoSocket) => void {
  const countTyping = countInWindows({ limit: 1, windowMs: TYPING_MS })
  return (socket) => {
    const { userId } = socket.data
    socket.on('sendMessage', (_data, acknowledge) => reply(acknowledge, { ok: true }))
    if (userId === null) return
    socket.on('typing', (data) => {
      if (countTyping(userId) === 0) tellTyping(socket, data)
    })
    answerWatching(socket, (work) => parts.takeTurn(userId, work), parts)
  }
}

/** Each `watch` is a request to chats, so only a socket's last pending one is answered. */
function answerWatching(socket: IoSocket, takeTurn: (work: () => Promise<void>) => void, parts: Serving): void {
  let wanted: { data: unknown; acknowledge: unknown } | null = null

  async function answer(): Promise<void> {
    const { data, acknowledge } = wanted ?? {}
    wanted = null
    try {
      const online = await watch(socket, data, parts)
      if (online) reply(acknowledge, { online })
    } catch (error) {
      parts.log.warn({ err: error }, 'could not look up the chats a socket wants to watch')
    }
  }

  socket.on('watch', (data, acknowledge) => {
    const isWaiting = wanted !== null
    wanted = { data, acknowledge }
    if (!isWaiting) takeTurn(answer)
  })
}

/** `acknowledge` is client input. */
function reply(acknowledge: unknown, answer: object): void {
  if (typeof acknowledge === 'function') acknowledge(answer)
}

function noteLife(socket: IoSocket, { identity, address }: Caller, log: Parts['log']): void {
  const facts = { socket: socket.id, userId: identity?.id, address }
  log.info({ ...facts, transport: socket.conn.transport.name }, 'connected')
  socket.on('disconnect', (reason) => log.info({ ...facts, reason }, 'disconnected'))
}

/** A page may wrongly believe somebody is signed in: it must not reconnect for ever. */
function createReturns(): (address: string, claimed: unknown) => boolean {
  const count = countInWindows({ limit: MAX_RETURNS, windowMs: RETURN_WINDOW_MS })
  return (address, claimed) => typeof claimed === 'string' && count(`${address} ${claimed.slice(0, 64)}`) === 0
}
