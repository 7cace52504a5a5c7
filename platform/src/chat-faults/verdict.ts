import type { Chat, Message } from '@aangan/contracts/chats'
import { type Person, retryUntilOk } from './people.ts'

export interface Verdict {
  messages: number
  wrong: string[]
}

/** Compares acknowledged, stored and displayed messages of each chat, and the unread counts with a recount. */
export async function judge(url: string, people: Person[]): Promise<Verdict> {
  const stored = new Map<string, Message[]>()
  for (const { chatId, cookie } of people)
    if (!stored.has(chatId)) stored.set(chatId, await allMessages(url, chatId, cookie))
  const wrong: string[] = []
  for (const messages of stored.values()) wrong.push(...wrongOrder(messages))
  for (const person of people) {
    const messages = stored.get(person.chatId) ?? []
    wrong.push(...wrongFor(person, messages))
    wrong.push(...(await wrongCount(url, person, people, messages)))
  }
  return { messages: [...stored.values()].flat().length, wrong }
}

async function allMessages(url: string, chatId: string, cookie: string): Promise<Message[]> {
  const all: Message[] = []
  for (;;) {
    const path = `/messages/${chatId}?after=${all.at(-1)?.rev ?? 0}`
    const page = await retryUntilOk<Message[]>(url, path, { cookie })
    if (page.length === 0) return all
    all.push(...page)
  }
}

function wrongOrder(messages: Message[]): string[] {
  const gaps = messages.filter(({ rev }, at) => rev !== at + 1)
  const early = messages.filter(({ createdAt }, at) => createdAt <= (messages[at - 1]?.createdAt ?? ''))
  const twice = messages.length - new Set(messages.map(({ userId, clientId }) => `${userId} ${clientId}`)).size
  return [
    ...gaps.slice(0, 1).map(({ chatId, rev }) => `${chatId}: the revs have a gap before ${rev}`),
    ...early.slice(0, 1).map(({ chatId, rev }) => `${chatId}: message ${rev} is older than the one before it`),
    ...(twice > 0 ? [`${messages[0]?.chatId}: ${twice} messages are stored twice`] : []),
  ]
}

function wrongFor({ name, acknowledged, heard, shown }: Person, messages: Message[]): string[] {
  const own = messages.filter(({ clientId }) => clientId.startsWith(`${name}-`))
  const others = messages.filter(({ clientId }) => !clientId.startsWith(`${name}-`))
  const lost = [...acknowledged].filter(([clientId, { rev }]) => messages[rev - 1]?.clientId !== clientId)
  const seen = shown().map(({ id }) => id)
  const [missing, strange] = [
    others.filter(({ id }) => !seen.includes(id)),
    seen.filter((id, at) => others[at]?.id !== id),
  ]
  const wrongAt = seen.findIndex((id, index) => others[index]?.id !== id)
  // Per connection: after a reconnect, a node that lags behind may deliver messages again.
  const repeated = heard.reduce((sum, one) => sum + one.length - new Set(one.map(({ id }) => id)).size, 0)
  const backwards = heard.flatMap((one) => one.filter(({ rev }, at) => rev < (one[at - 1]?.rev ?? 0))).length
  return [
    ...lost.map(([clientId]) => `${name}: ${clientId} was acknowledged but is not stored at its rev`),
    ...(own.length > acknowledged.size
      ? [`${name}: ${own.length - acknowledged.size} more messages are stored than acknowledged`]
      : []),
    ...missing.map(({ rev }) => `${name}: message ${rev} is not shown`),
    ...(missing.length === 0 && strange.length > 0
      ? [
          `${name}: ${strange.length} messages are shown twice or out of order, first in place of ${others[wrongAt]?.rev}`,
        ]
      : []),
    ...(repeated > 0 ? [`${name}: ${repeated} messages arrived twice on one connection`] : []),
    ...(backwards > 0 ? [`${name}: ${backwards} messages arrived out of order on one connection`] : []),
  ]
}

/** Recounts from the messages and the read position that the other person sees. */
async function wrongCount(url: string, person: Person, people: Person[], messages: Message[]): Promise<string[]> {
  const other = people.find((one) => one.chatId === person.chatId && one !== person)
  const [chat] = await retryUntilOk<Chat[]>(url, '/chats', { cookie: other?.cookie ?? '' })
  const unread = messages.some(
    ({ rev, clientId }) => rev > (chat?.readRev ?? 0) && !clientId.startsWith(`${person.name}-`),
  )
  const counted = await retryUntilOk<number>(url, '/users/notification', { cookie: person.cookie })
  return counted === Number(unread)
    ? []
    : [`${person.name}: the server counts ${counted} unread chats, the messages ${Number(unread)}`]
}
