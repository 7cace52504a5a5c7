import { randomUUID } from 'node:crypto'
import { DELETED_USER, MESSAGE_PAGE } from '@aangan/contracts/chat-constants'
import type {
  Chat,
  ChatBody,
  ChatWithMessages,
  Message,
  MessageBody,
  MessageReportBody,
  ReadBody,
} from '@aangan/contracts/chats'
import { isId } from '@aangan/contracts/ids'
import { POST_NOT_FOUND } from '@aangan/contracts/post-constants'
import type { PublicUser } from '@aangan/contracts/users'
import { askInChunks } from '@aangan/service-kit/ask-in-chunks'
import { AppError, isAppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { Allowances } from './allowances.ts'
import { type ChatDoc, chatIdOf, type MessageDoc, type SeatDoc, seatIdOf, toMessage } from './chat.ts'
import type { ChatsConfig } from './config.ts'
import { costOf, createLimits, sentTooMuch, unanswered } from './limits.ts'
import { chatNotFound, checkCharacters, checkText, isListed, type MessagePage, otherOf, toChat } from './rules.ts'
import type { ChatStore, Sent } from './store.ts'
import { createTell } from './tell.ts'

const WAIT_MS = 3_000
const MOST_CHATS = 500
/** Stands in for an unavailable name. Not a valid username, since it has a space. */
const UNKNOWN_PERSON = 'Unknown member'

interface Options extends Pick<Parts, 'bus' | 'log' | 'now'> {
  store: ChatStore
  removed: RemovedAccounts
  allowances: Allowances
  config: Pick<ChatsConfig, 'MESSAGE_LIMIT' | 'UNANSWERED_LIMIT'>
}

export type Conversations = ReturnType<typeof createConversations>

export function createConversations({ store, removed, allowances, bus, log, now, config }: Options) {
  const ask = { timeoutMs: WAIT_MS }
  const limited = createLimits(config.MESSAGE_LIMIT, now)
  const tell = createTell({ bus, log })

  /** Throws NOT_FOUND unless the user is one of the two. */
  async function loadOwn(id: string, userId: string): Promise<ChatDoc> {
    const chat = isId(id) ? await store.find(id) : null
    if (chat === null || !chat.userIDs.includes(userId)) throw chatNotFound()
    return chat
  }

  function seatsOf({ _id, userIDs }: ChatDoc): Promise<SeatDoc[]> {
    return store.seats.findMany(userIDs.map((person) => seatIdOf(_id, person)))
  }

  async function blockerOf(chat: ChatDoc): Promise<SeatDoc | undefined> {
    return (await seatsOf(chat)).find(({ hasBlocked }) => hasBlocked)
  }

  async function namesOf(ids: string[]): Promise<Map<string, PublicUser>> {
    try {
      const found = await askInChunks(ids, (some) => bus.request('users.find', { ids: some }, ask))
      return new Map(found.map((user) => [user.id, user]))
    } catch (error) {
      if (!isAppError(error)) throw error
      log.warn({ err: error }, 'could not fetch names from users')
      return new Map()
    }
  }

  async function show(chats: ChatDoc[], readerId: string): Promise<Chat[]> {
    const others = chats.map((chat) => otherOf(chat, readerId))
    const [names, gone, found] = await Promise.all([
      namesOf(others),
      removed.among(others),
      store.seats.findMany(chats.flatMap(({ _id, userIDs }) => userIDs.map((userId) => seatIdOf(_id, userId)))),
    ])
    const seats = new Map(found.map((seat) => [seat._id, seat]))
    return chats.map((chat) => {
      const id = otherOf(chat, readerId)
      const isReceiverDeleted = gone.has(id)
      const nameless = { id, username: isReceiverDeleted ? DELETED_USER : UNKNOWN_PERSON, avatar: null }
      const receiver = isReceiverDeleted ? nameless : (names.get(id) ?? nameless)
      return toChat({ chat, seats, receiver, isReceiverDeleted }, readerId)
    })
  }

  async function showOne(chat: ChatDoc, readerId: string): Promise<Chat> {
    const [shown] = await show([chat], readerId)
    if (!shown) throw chatNotFound()
    return shown
  }

  async function withMessages(chat: ChatDoc, readerId: string): Promise<ChatWithMessages> {
    const newest = { after: null, before: null, limit: MESSAGE_PAGE }
    const [shown, messages] = await Promise.all([showOne(chat, readerId), store.page(chat._id, newest)])
    return { ...shown, messages: messages.map(toMessage) }
  }

  async function markRead(chat: ChatDoc, userId: string, rev: number): Promise<void> {
    if (!(await store.seats.read(seatIdOf(chat._id, userId), rev, now()))) return
    const receiverId = (await blockerOf(chat)) ? null : otherOf(chat, userId)
    await tell('chat.read', { chatId: chat._id, userId, receiverId, rev })
  }

  /** Throws FORBIDDEN if the other has deleted their account, NOT_AUTHENTICATED if the user has. */
  async function checkPresent(userId: string, other: string): Promise<void> {
    const gone = await removed.among([userId, other])
    if (gone.has(userId)) throw new AppError('NOT_AUTHENTICATED', 'This account is deleted.')
    if (gone.has(other)) throw new AppError('FORBIDDEN', RECEIVER_DELETED)
  }

  async function checkPost(postId: string, people: string[]): Promise<string> {
    const [post] = isId(postId) ? await bus.request('posts.find-many', { ids: [postId] }, ask) : []
    if (!post || !people.includes(post.userId)) throw new AppError('NOT_FOUND', POST_NOT_FOUND)
    return postId
  }

  /** Sending again what is stored is free, and possible beyond the limits. */
  async function sendOnce(sent: Sent): Promise<MessageDoc> {
    const cost = costOf(sent.text)
    const waitMs = await allowances.take(sent.userId, cost, sent.now)
    let stored: Awaited<ReturnType<ChatStore['send']>> = null
    try {
      if (waitMs === 0) stored = await store.send(sent)
    } finally {
      if (waitMs === 0 && !stored?.isNew) await allowances.giveBack(sent.userId, cost)
    }
    const message = stored?.message ?? (await store.findSent(sent))
    if (message) return message
    throw waitMs > 0 ? sentTooMuch(waitMs) : unanswered(config.UNANSWERED_LIMIT)
  }

  async function sendChecked(chat: ChatDoc, userId: string, { text, clientId }: MessageBody): Promise<Message> {
    await checkPresent(userId, otherOf(chat, userId))
    const seats = await seatsOf(chat)
    const blocker = seats.find(({ hasBlocked }) => hasBlocked)
    if (blocker) throw blocked(blocker.userId === userId)
    const isAnswered = seats.some((seat) => seat.userId === userId && seat.otherRev > 0)
    const lastRev = isAnswered ? undefined : config.UNANSWERED_LIMIT
    const sent = { chat, userId, text, clientId: clientId ?? randomUUID(), lastRev, now: now() }
    return toMessage(await sendOnce(sent))
  }

  return {
    /** Latest message first; without chats that another person has opened but not written in. */
    async list(userId: string): Promise<Chat[]> {
      const seats = await store.seats.ofPerson(userId, MOST_CHATS)
      const chats = new Map((await store.findMany(seats.map(({ chatId }) => chatId))).map((chat) => [chat._id, chat]))
      const listed = seats.flatMap((seat) => {
        const chat = chats.get(seat.chatId)
        return chat && isListed(chat, seat) ? chat : []
      })
      return await show(listed, userId)
    },

    async open(userId: string, { receiverId, postId }: ChatBody): Promise<{ chat: Chat; isNew: boolean }> {
      if (receiverId === userId) throw new AppError('BAD_REQUEST', 'You cannot message yourself.')
      const [receiver] = isId(receiverId) ? await bus.request('users.find', { ids: [receiverId] }, ask) : []
      if (!receiver) throw new AppError('NOT_FOUND', 'User not found.')
      await checkPresent(userId, receiverId)
      const people: [string, string] = [userId, receiverId]
      const known = await store.find(chatIdOf(...people))
      // After a block, neither gets anything new from the other: no listing either.
      const isBlocked = known !== null && (await blockerOf(known)) !== undefined
      const open = async () => {
        const about = postId && !isBlocked ? await checkPost(postId, people) : null
        return await store.open(people, { postId: about, now: now() })
      }
      const { chat, isNew } = await (known === null ? limited.newChat(userId, open) : open())
      return { chat: await showOne(chat, userId), isNew }
    },

    /** Throws NOT_FOUND if there is no chat: a lookup never creates one. */
    async between(userId: string, [one, other]: [string, string]): Promise<ChatWithMessages> {
      if (userId !== one && userId !== other) throw new AppError('FORBIDDEN', 'This chat is not yours.')
      return await withMessages(await loadOwn(chatIdOf(one, other), userId), userId)
    },

    /** Marks the chat read if a reader sees the response, but returns it as it was before. */
    async get(userId: string, id: string, isSeen: boolean): Promise<ChatWithMessages> {
      const chat = await loadOwn(id, userId)
      const shown = await withMessages(chat, userId)
      if (isSeen) await markRead(chat, userId, shown.messages.at(-1)?.rev ?? 0)
      return shown
    },

    /** Marks messages read up to the body's `rev`, or all of them. */
    async read(userId: string, id: string, body: ReadBody): Promise<Chat> {
      const chat = await loadOwn(id, userId)
      const lastRev = (await store.lastOfChat(id))?.rev ?? 0
      await markRead(chat, userId, Math.min(body?.rev ?? lastRev, lastRev))
      return await showOne(chat, userId)
    },

    async block(userId: string, id: string, isBlocked: boolean): Promise<Chat> {
      const chat = await loadOwn(id, userId)
      await store.seats.block(id, isBlocked, { userId, otherId: otherOf(chat, userId) })
      await tell(isBlocked ? 'chat.blocked' : 'chat.unblocked', { chatId: id, userIDs: chat.userIDs })
      return await showOne(chat, userId)
    },

    async messages(userId: string, id: string, page: MessagePage): Promise<Message[]> {
      const { _id } = await loadOwn(id, userId)
      return (await store.page(_id, page)).map(toMessage)
    },

    /** Throws FORBIDDEN after a block, TOO_MANY_REQUESTS or BAD_REQUEST. */
    async send(userId: string, id: string, { text, clientId }: MessageBody): Promise<Message> {
      const chat = await loadOwn(id, userId)
      const checked = checkText(text)
      return await limited.message(userId, () => sendChecked(chat, userId, { text: checked, clientId }))
    },

    async report(userId: string, id: string, { rev, reason, text = '' }: MessageReportBody): Promise<void> {
      const chat = await loadOwn(id, userId)
      const message = await store.findMessage(chat._id, rev)
      if (message === null) throw new AppError('NOT_FOUND', 'Message not found.')
      const report = { messageId: message._id, reporterId: userId, reason, text: checkCharacters(text) }
      await store.reports.add(report, now())
    },
  }
}

const RECEIVER_DELETED = 'This person has deleted their account. You can no longer send them messages.'

function blocked(isOwn: boolean): AppError {
  const message = isOwn
    ? 'You have blocked this person. Unblock them to write.'
    : 'You cannot send messages to this person.'
  return new AppError('FORBIDDEN', message)
}
