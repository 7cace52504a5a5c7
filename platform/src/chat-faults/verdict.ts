import type { Chat, Message } from '@aangan/contracts/chats'
import { insist, type Person } from './people.ts'

export interface Verdict {
  messages: number
  /** A sentence for each thing that is not as it must be. */
  wrong: string[]
}

/**
 * Compares what was acknowledged, what is stored and what the screens show, chat by chat, and the unread counts with a
 * recount.
 */
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
    const page = await insist<Message[]>(url, path, { cookie })
    if (page.length === 0) return all
    all.push(...page)
  }
}

function wrongOrder(messages: Message[]): string[] {
  const gaps = messages.filter(({ rev }, at) => rev !== at + 1)
  const early = messages.filter(({ createdAt }, at) => createdAt <= (messages[at - 1]?.createdAt ?? ''))
  const twice = messages.length - new Set(messages.map(({ userId, clientId }) => `${userId} ${clientId}`)).size
  return [
    ...gaps.slice(0, 1).map(({ chatId, rev }) => `${chatId}: the numbers are not without gaps at ${rev}`),
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
  // A node that lags behind another may bring to a new connection what the one before had heard.
  const repeated = heard.reduce((sum, one) => sum + one.length - new Set(one.map(({ id }) => id)).size, 0)
  const backwards = heard.flatMap((one) => one.filter(({ rev }, at) => rev < (one[at - 1]?.rev ?? 0))).length
  return [
    ...lost.map(([clientId]) => `${name}: ${clientId} was acknowledged and is not stored there`),
    ...(own.length > acknowledged.size
      ? [`${name}: ${own.length - acknowledged.size} more are stored than acknowledged`]
      : []),
    ...missing.map(({ rev }) => `${name}: message ${rev} is not shown`),
    ...(missing.length === 0 && strange.length > 0
      ? [`${name}: ${strange.length} are shown twice or in another order, first where ${others[wrongAt]?.rev} belongs`]
      : []),
    ...(repeated > 0 ? [`${name}: ${repeated} were brought twice by one connection`] : []),
    ...(backwards > 0 ? [`${name}: ${backwards} were brought before earlier ones by one connection`] : []),
  ]
}

/** Counted from the messages and from how far the chat's other person is told that this one has read. */
async function wrongCount(url: string, person: Person, people: Person[], messages: Message[]): Promise<string[]> {
  const other = people.find((one) => one.chatId === person.chatId && one !== person)
  const [chat] = await insist<Chat[]>(url, '/chats', { cookie: other?.cookie ?? '' })
  const unread = messages.some(
    ({ rev, clientId }) => rev > (chat?.readRev ?? 0) && !clientId.startsWith(`${person.name}-`),
  )
  const told = await insist<number>(url, '/users/notification', { cookie: person.cookie })
  return told === Number(unread)
    ? []
    : [`${person.name}: ${told} chats are unread by the count, ${Number(unread)} by the messages`]
}
