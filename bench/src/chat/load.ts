import { randomUUID } from 'node:crypto'
import type { Message } from '@aangan/contracts/chats'
import { connected, enterPair } from '@aangan/platform/chat-faults/people'
import { io, type Socket } from 'socket.io-client'

export interface Person {
  id: string
  name: string
  cookie: string
  chatId: string
}

/** One socket connection, as an open page has. */
export interface Tab {
  person: Person
  socket: Socket
  /** Resolves when the message with this clientId arrives; rejects after 10 s. */
  shown(clientId: string): Promise<void>
}

export type Pair<T> = [T, T]

const SHOWN_MS = 10_000
export const TEXT = 'Is the flat still there, and may we see it on Saturday at about eleven?'

export async function enterPairs(url: string, chats: number): Promise<Pair<Person>[]> {
  const pairs: Pair<Person>[] = []
  for (let at = 0; at < chats; at += 1) {
    pairs.push(await enterPair(url, at))
  }
  return pairs
}

export async function openTab(url: string, person: Person, transports = ['websocket']): Promise<Tab> {
  const socket = io(url, { forceNew: true, transports, extraHeaders: { cookie: person.cookie } })
  const waiting = new Map<string, () => void>()
  socket.on('getMessage', ({ clientId }: Message) => waiting.get(clientId)?.())
  const shown = (clientId: string) =>
    new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error(`${person.name} did not receive a message within ${SHOWN_MS} ms`))
      const timer = setTimeout(fail, SHOWN_MS)
      waiting.set(clientId, () => {
        clearTimeout(timer)
        waiting.delete(clientId)
        resolve()
      })
    })
  await connected(socket)
  return { person, socket, shown }
}

export function openTabs(url: string, pairs: Pair<Person>[]): Promise<Pair<Tab>[]> {
  return Promise.all(pairs.map((pair) => Promise.all([openTab(url, pair[0]), openTab(url, pair[1])])))
}

export function closeTabs(pairs: Pair<Tab>[]): void {
  for (const { socket } of pairs.flat()) socket.close()
}

/**
 * Sends a message and waits until the other person receives it.
 * @returns milliseconds from sending until the response, and until it is shown
 */
export async function say(url: string, { name, cookie, chatId }: Person, to: Tab) {
  const clientId = randomUUID()
  const sentAt = performance.now()
  const since = () => performance.now() - sentAt
  const [answeredMs, shownMs] = await Promise.all([
    post(`${url}/messages/${chatId}`, { cookie, json: { text: `${TEXT} ${name}`, clientId } }).then(since),
    to.shown(clientId).then(since),
  ])
  return { answeredMs, shownMs }
}

/**
 * Closed loop: everyone sends the same number of messages, each after the previous one was shown, so that every server
 * gets the same load.
 */
export async function talk(
  pairs: Pair<Tab>[],
  messages: number,
  write: (from: Person, to: Tab) => Promise<unknown>,
): Promise<void> {
  const each = messages / pairs.length / 2
  const writeAll = async (from: Tab, to: Tab) => {
    for (let at = 0; at < each; at += 1) await write(from.person, to)
  }
  await Promise.all(pairs.flatMap(([one, other]) => [writeAll(one, other), writeAll(other, one)]))
}

async function post(url: string, { cookie, json }: { cookie: string; json: object }): Promise<void> {
  const headers = { cookie, 'content-type': 'application/json' }
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) })
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${url} returned ${answer.status}: ${body}`)
}
