import { setTimeout as pause } from 'node:timers/promises'
import type { Chat, ChatWithMessages, Message } from '@aangan/contracts/chats'
import { io, type Socket } from 'socket.io-client'

const PASSWORD = 'correct horse battery'
const ANSWER_MS = 4_000
const AGAIN_MS = 200
/** The ways that a client of Socket.IO may connect. */
const TRANSPORTS = [['polling'], ['websocket'], ['polling', 'websocket']]

/** Somebody who writes in one chat, reads now and then, and sees what comes. */
export interface Person {
  name: string
  chatId: string
  cookie: string
  socket: Socket
  /** What the server acknowledged, by the client's id for it. */
  acknowledged: Map<string, Message>
  /** The other's messages as the socket brought them, connection by connection. */
  heard: { id: string; rev: number }[][]
  /** The other's messages, as this person's screen shows them now. */
  shown(): Message[]
  /** When and why connections were lost, and when they were made again, in ms since the epoch. */
  outages: Outage[]
}

export interface Outage {
  lostAt: number
  /** In the words of Socket.IO's client. */
  reason: string
  backAt: number | null
}

/** Calls until the server has answered, and not with a failure of its own. Throws what it refuses, unless `mayBe`. */
export async function insist<T>(url: string, path: string, { cookie, method = 'GET', json, mayBe }: Call): Promise<T> {
  for (;;) {
    const answer = await ask(url + path, {
      method,
      headers: { ...(cookie && { cookie }), ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    if (answer?.ok || (answer && answer.status === mayBe)) return answer.body as T
    if (answer && answer.status < 500 && answer.status !== 429)
      throw new Error(`${method} ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    await pause(AGAIN_MS)
  }
}

/** Null where no whole answer came: the server is away, or froze. */
async function ask(url: string, init: RequestInit): Promise<{ ok: boolean; status: number; body: unknown } | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
    return { ok: answer.ok, status: answer.status, body: await answer.json() }
  } catch {
    // What people do then is try again.
    return null
  }
}

interface Call {
  cookie?: string
  method?: string
  json?: unknown
  /** A refusal that means that the call was heard before. */
  mayBe?: number
}

/** Registers two people for each chat and connects them. `knowsRev` says which kind of client somebody has. */
export async function gather(url: string, chats: number): Promise<Person[]> {
  const people: Person[] = []
  for (let at = 0; at < chats; at += 1) {
    for (const [side, { name, cookie, chatId }] of (await enterPair(url, at)).entries())
      people.push(connect(url, { name, cookie, chatId, knowsRev: (at + side) % 2 === 0, transport: at % 3 }))
  }
  await Promise.all(people.map(({ socket }) => connected(socket)))
  return people
}

interface Entered {
  id: string
  name: string
  cookie: string
  chatId: string
}

/** Registers and signs in the two people of a chat, and opens it. */
export async function enterPair(url: string, at: number): Promise<[Entered, Entered]> {
  const [one, other] = [await enter(url, `left${at}`), await enter(url, `right${at}`)]
  const json = { receiverId: other.id }
  const { id: chatId } = await insist<Chat>(url, '/chats', { cookie: one.cookie, method: 'POST', json })
  return [
    { ...one, chatId },
    { ...other, chatId },
  ]
}

/** Registers somebody, unless they are, and signs them in. */
async function enter(url: string, name: string): Promise<{ id: string; name: string; cookie: string }> {
  const account = { username: name, email: `${name}@example.com`, password: PASSWORD }
  await insist(url, '/auth/register', { method: 'POST', json: account, mayBe: 409 })
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: name, password: PASSWORD }),
  })
  const { id } = (await answer.json()) as { id: string }
  const [cookie = ''] = answer.headers
    .getSetCookie()
    .filter((one) => one.startsWith('token='))
    .map((one) => one.split(';')[0] ?? '')
  return { id, name, cookie }
}

export function connected(socket: Socket): Promise<void> {
  return socket.connected ? Promise.resolve() : new Promise((resolve) => void socket.once('connect', resolve))
}

interface Connection {
  name: string
  cookie: string
  chatId: string
  knowsRev: boolean
  transport: number
}

function connect(url: string, { name, cookie, chatId, knowsRev, transport }: Connection): Person {
  // As the specification's clients are set; this machine may be slow to answer many at once.
  const socket = io(url, {
    forceNew: true,
    extraHeaders: { cookie },
    transports: TRANSPORTS[transport] ?? [],
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 5_000,
  })
  const screen = knowsRev ? orderedScreen() : plainScreen()
  const heard: Person['heard'] = [[]]
  const outages: Person['outages'] = []
  let asking = Promise.resolve()
  const catchUp = () => {
    asking = asking.then(async () => {
      const { path, take } = screen.missing(chatId)
      take(await insist(url, path, { cookie }))
    })
  }
  socket.on('getMessage', (message: Message) => {
    heard.at(-1)?.push({ id: message.id, rev: message.rev })
    if (screen.add(message) === 'gap') catchUp()
  })
  if (knowsRev) socket.on('ownMessage', (message: Message) => void screen.add(message))
  socket.on('connect', () => {
    const last = outages.at(-1)
    if (last && last.backAt === null) last.backAt = Date.now()
    heard.push([])
    catchUp()
  })
  socket.on('disconnect', (reason) => void outages.push({ lostAt: Date.now(), reason, backAt: null }))
  const shown = () => screen.messages().filter((message) => !message.clientId.startsWith(`${name}-`))
  return { name, chatId, cookie, socket, acknowledged: new Map(), heard, shown, outages }
}

interface Screen {
  add(message: Message): 'shown' | 'gap'
  /** What to ask for after a connection, and what takes the answer. */
  missing(chatId: string): { path: string; take(answer: never): void }
  messages(): Message[]
}

/** A client of ours: it merges by `rev` and asks for what it missed. */
function orderedScreen(): Screen {
  const byRev = new Map<number, Message>()
  /** Up to where nothing is missing. */
  let complete = 0
  const advance = () => {
    while (byRev.has(complete + 1)) complete += 1
  }
  return {
    add(message) {
      byRev.set(message.rev, message)
      advance()
      return message.rev > complete ? 'gap' : 'shown'
    },
    missing: (chatId) => ({
      path: `/messages/${chatId}?after=${complete}`,
      take(answer: Message[]) {
        for (const message of answer) byRev.set(message.rev, message)
        advance()
      },
    }),
    messages: () => [...byRev.values()].sort((a, b) => a.rev - b.rev),
  }
}

/** A client that knows nothing of `rev`: it shows what comes as it comes, and opens the chat anew when it is back. */
function plainScreen(): Screen {
  let list: Message[] = []
  const has = (id: string) => list.some((one) => one.id === id)
  return {
    add(message) {
      if (!has(message.id)) list.push(message)
      return 'shown'
    },
    missing: (chatId) => ({
      path: `/chats/${chatId}`,
      take({ messages }: ChatWithMessages) {
        const others = list.filter(({ id }) => !messages.some((one) => one.id === id))
        const first = messages[0]?.createdAt ?? ''
        const [before, after] = [
          others.filter((one) => one.createdAt < first),
          others.filter((one) => one.createdAt >= first),
        ]
        list = [...before, ...messages, ...after]
      },
    }),
    messages: () => list,
  }
}
