import { DELETED_USER } from '@aangan/contracts/chat-constants'
import type { DataPage } from '@aangan/contracts/own-data'
import { askInChunks } from '@aangan/service-kit/ask-in-chunks'
import type { Bus } from '@aangan/service-kit/bus/bus'
import type { Allowances } from './allowances.ts'
import type { ReaderStore } from './away/reader-store.ts'
import type { MessageDoc, SeatDoc } from './chat.ts'
import type { ChatStore } from './store.ts'

/** With the longest texts, 15 MB; usually 200 kB. */
const MESSAGES_A_PAGE = 1_000
const CHATS_A_PAGE = 200
const WAIT_MS = 3_000

/** A chat, and the `rev` of its last message on the page before. */
export const CURSOR = /^[0-9a-f]{24}\.\d{1,15}$/

interface Own {
  store: ChatStore
  readers: ReaderStore
  allowances: Allowances
  bus: Bus
}

/** Chats by id, each with all of its messages; the first page has the settings and reports, too. */
export async function ownDataOf(
  { store, readers, allowances, bus }: Own,
  userId: string,
  after: string | null,
): Promise<DataPage> {
  const [begun = '', rev = '0'] = after?.split('.') ?? []
  const seats = await store.seats.pageOf(userId, begun, CHATS_A_PAGE)
  const { read, messages, next } = await messagesOf(store, seats, { begun, rev: Number(rev) })
  const chats = await chatsOf(
    bus,
    store,
    read.filter(({ chatId }) => chatId !== begun),
  )
  const lists = { chats, messages: messages.map((message) => shown(message)) }
  if (after !== null) return { lists, next }
  const messageMails = [{ mails: await readers.mailsOf(userId) }]
  const messageReports = (await store.reports.of(userId)).map(({ _id, reporterId: _, ...report }) => report)
  const messageAllowance = await allowances.of(userId)
  return { lists: { ...lists, messageMails, messageReports, messageAllowance }, next }
}

async function messagesOf(store: ChatStore, seats: SeatDoc[], { begun, rev }: { begun: string; rev: number }) {
  const messages: MessageDoc[] = []
  for (const [at, { chatId }] of seats.entries()) {
    const start = chatId === begun ? rev : 0
    const limit = MESSAGES_A_PAGE - messages.length
    const found = await store.page(chatId, { after: start, before: null, limit })
    messages.push(...found)
    const isLast = found.length === limit || at + 1 === CHATS_A_PAGE
    if (isLast) return { read: seats.slice(0, at + 1), messages, next: `${chatId}.${found.at(-1)?.rev ?? start}` }
  }
  return { read: seats, messages, next: null }
}

/** Throws UNAVAILABLE rather than leave out the names. */
async function chatsOf(bus: Bus, store: ChatStore, seats: SeatDoc[]) {
  if (seats.length === 0) return []
  const [found, names] = await Promise.all([
    store.findMany(seats.map(({ chatId }) => chatId)),
    askInChunks(idsOf(seats), (ids) => bus.request('users.find', { ids }, { timeoutMs: WAIT_MS })),
  ])
  const [opened, people] = [new Map(found.map((chat) => [chat._id, chat])), new Map(names.map((one) => [one.id, one]))]
  return seats.map(({ chatId, otherId, readRev, hasBlocked }) => ({
    id: chatId,
    with: { id: otherId, username: people.get(otherId)?.username ?? DELETED_USER },
    createdAt: opened.get(chatId)?.createdAt,
    postId: opened.get(chatId)?.postId,
    readRev,
    hasBlocked,
  }))
}

function idsOf(seats: SeatDoc[]): string[] {
  return seats.map(({ otherId }) => otherId)
}

function shown({ _id, chatId, userId, text, createdAt, rev, postId }: MessageDoc) {
  return { id: _id, chatId, userId, text, createdAt, rev, postId }
}
