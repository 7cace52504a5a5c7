import { setTimeout as pause } from 'node:timers/promises'
import type { Chat, ChatWithMessages, Message } from '@aangan/contracts/chats'
import { io, type Socket } from 'socket.io-client'

const PASSWORD = 'correct horse battery'
const ANSWER_MS = 4_000
const AGAIN_MS = 200
/** Longer than any outage seen here, and within the test's own limit, so that a hang ends with its reason. */
const LIMIT_MS = 200_000
/** The transports a Socket.IO client may be limited to. */
const TRANSPORTS = [['polling'], ['websocket'], ['polling', 'websocket']]

/** A simulated client: writes in one chat, marks it read now and then, records what it receives. */
export interface Person {
  name: string
  chatId: string
  cookie: string
  socket: Socket
  acknowledged: Map<string, Message>
  /** The other person's messages as received, one list per connection. */
  heard: { id: string; rev: number }[][]
  /** The other person's messages as displayed now. */
  shown(): Message[]
  /** Lost connections. Times are in ms since the epoch. */
  outages: Outage[]
}

export interface Outage {
  lostAt: number
  reason: string
  backAt: number | null
}

/**
 * Retries for 200 s until the server responds without a server error or 429. Throws on any other failure except
 * `mayBe`.
 */
export async function retryUntilOk<T>(
  url: string,
  path: string,
  { cookie, method = 'GET', json, mayBe }: Call,
): Promise<T> {
  const deadline = Date.now() + LIMIT_MS
  for (;;) {
    const answer = await ask(url + path, {
      method,
      headers: { ...(cookie && { cookie }), ...(json !== undefined && { 'content-type': 'application/json' }) },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    })
    if (answer?.ok || (answer && answer.status === mayBe)) return answer.body as T
    if ((answer && answer.status < 500 && answer.status !== 429) || Date.now() > deadline)
      throw new Error(`${method} ${path} returned ${answer?.status ?? 'nothing'}: ${JSON.stringify(answer?.body)}`)
    await pause(AGAIN_MS)
  }
}

/** Null without a complete response: the server is down or frozen. */
async function ask(url: string, init: RequestInit): Promise<{ ok: boolean; status: number; body: unknown } | null> {
  try {
    const answer = await fetch(url, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
    return { ok: answer.ok, status: answer.status, body: await answer.json() }
  } catch {
    return null
  }
}

interface Call {
  cookie?: string
  method?: string
  json?: unknown
  /** A status that means that an earlier attempt succeeded. */
  mayBe?: number
}

/** Registers and connects two people per chat. Half of them are clients that know `rev`. */
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

/** Registers and signs in two people and opens their chat. */
export async function enterPair(url: string, at: number): Promise<[Entered, Entered]> {
  const [one, other] = [await enter(url, `left${at}`), await enter(url, `right${at}`)]
  const json = { receiverId: other.id }
  const { id: chatId } = await retryUntilOk<Chat>(url, '/chats', { cookie: one.cookie, method: 'POST', json })
  return [
    { ...one, chatId },
    { ...other, chatId },
  ]
}

/** Registers a person, if not yet registered, and signs in. */
async function enter(url: string, name: string): Promise<{ id: string; name: string; cookie: string }> {
  const account = { username: name, email: `${name}@example.com`, password: PASSWORD }
  await retryUntilOk(url, '/auth/register', { method: 'POST', json: account, mayBe: 409 })
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
  if (socket.connected) return Promise.resolve()
  let reason = 'no answer'
  socket.on('connect_error', ({ message }) => {
    reason = message
  })
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Not connected after ${LIMIT_MS} ms: ${reason}`)), LIMIT_MS)
    socket.once('connect', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

interface Connection {
  name: string
  cookie: string
  chatId: string
  knowsRev: boolean
  transport: number
}

function connect(url: string, { name, cookie, chatId, knowsRev, transport }: Connection): Person {
  // The specification's settings, with the default timeout: this machine may be slow to connect many clients at once.
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
      take(await retryUntilOk(url, path, { cookie }))
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
  /** The request for missed messages after a reconnect, and the handler of its response. */
  missing(chatId: string): { path: string; take(answer: never): void }
  messages(): Message[]
}

/** Our client: orders by `rev` and fetches gaps. */
function orderedScreen(): Screen {
  const byRev = new Map<number, Message>()
  /** Highest rev without a gap before it. */
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

/** A client without `rev`: appends what it receives, and reloads the chat after a reconnect. */
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
