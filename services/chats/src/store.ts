import { randomBytes } from 'node:crypto'
import { AppError } from '@aangan/service-kit/errors'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { outboxOf, type Stored } from '@aangan/service-kit/writes/document'
import type { Outbox } from '@aangan/service-kit/writes/writes'
import { type ChatDoc, chatIdOf, type MessageDoc, toMessage } from './chat.ts'
import { createMessageReports } from './reports.ts'
import { createSeats } from './seats.ts'

const ID_BYTES = 12
/** Enough for dozens of concurrent messages: each round, one of them gets the number. */
const TRIES = 100

export interface Sent {
  chat: ChatDoc
  userId: string
  text: string
  clientId: string
  /** The last number this message may get; any by default. */
  lastRev?: number | undefined
  now: Date
}

/** Always after `last`: clients without `rev` sort by time, and processes' clocks differ or freeze. */
function timeAfter(last: MessageDoc | null, now: Date): string {
  const earliest = last === null ? 0 : Date.parse(last.createdAt) + 1
  return new Date(Math.max(now.getTime(), earliest)).toISOString()
}

/** Messages of one chat are published in order. */
function lineOf(stored: Stored): string {
  return (stored as Stored & MessageDoc).chatId
}

export type ChatStore = ReturnType<typeof createChatStore>

export function createChatStore(store: Store) {
  const chats = store.collection<ChatDoc>('chats')
  const messages = store.collection<MessageDoc>('messages')
  const seats = createSeats(store)
  const listeners = new Set<(id: string) => void>()

  /** Runs before publishing: updates both inboxes and records in the event whether the chat became unread. */
  async function settle(stored: Stored): Promise<Stored> {
    const message = stored as Stored & MessageDoc
    await seats.deliver(message)
    const unread = await unreadSince(message)
    return { ...stored, outbox: (stored.outbox ?? []).map((event) => ({ ...event, data: { ...event.data, unread } })) }
  }

  /** The receiver's unread chats if this is the first unread message of its chat; else null. */
  async function unreadSince({ chatId, userId, receiverId, rev }: MessageDoc): Promise<number | null> {
    const [seat] = await seats.findMany([`${chatId}:${receiverId}`])
    if (!seat || seat.readRev >= rev) return null
    const between = { $gt: seat.readRev, $lt: rev }
    const earlier = await messages.findOne({ chatId, userId, rev: between }, { projection: { _id: 1 } })
    return earlier === null ? await seats.countUnread(receiverId) : null
  }

  /** What was stored for an earlier try. */
  function findSent({
    chat,
    userId,
    clientId,
  }: Pick<Sent, 'chat' | 'userId' | 'clientId'>): Promise<MessageDoc | null> {
    return messages.findOne({ chatId: chat._id, userId, clientId })
  }

  function lastOfChat(chatId: string): Promise<MessageDoc | null> {
    return messages.findOne({ chatId }, { sort: { rev: -1 } })
  }

  return {
    seats,
    reports: createMessageReports(store),

    writes: {
      outboxes: [{ collection: store.collection<Stored>('messages'), settle, lineOf }] satisfies Outbox[],
      listen(heard: (id: string) => void): () => void {
        listeners.add(heard)
        return () => listeners.delete(heard)
      },
    },

    find(id: string): Promise<ChatDoc | null> {
      return chats.findOne({ _id: id })
    },

    findMany(ids: string[]): Promise<ChatDoc[]> {
      return chats.find({ _id: { $in: ids } }).toArray()
    },

    /** Finds or creates the chat. Creates the seats first, so that no chat lacks them. */
    async open(
      people: [string, string],
      { postId, now }: { postId: string | null; now: Date },
    ): Promise<{ chat: ChatDoc; isNew: boolean }> {
      const _id = chatIdOf(...people)
      const createdAt = now.toISOString()
      await seats.open(_id, people)
      const first = { userIDs: people, createdAt, ...(postId === null && { postId: null }) }
      const update = { $setOnInsert: first, ...(postId !== null && { $set: { postId } }) }
      const { upsertedCount } = await chats.updateOne({ _id }, update, { upsert: true })
      const chat = await chats.findOne({ _id })
      if (chat === null) throw new Error(`Chat ${_id} is missing after its upsert`)
      return { chat, isNew: upsertedCount === 1 }
    },

    /**
     * Stores under the chat's next number. Idempotent per `clientId`. Returns null if that number is beyond `lastRev`.
     * Throws CONFLICT after TRIES collisions.
     */
    async send({
      chat,
      userId,
      text,
      clientId,
      lastRev,
      now,
    }: Sent): Promise<{ message: MessageDoc; isNew: boolean } | null> {
      const { _id: chatId, userIDs, postId } = chat
      const receiverId = userIDs.find((id) => id !== userId) ?? userId
      const facts = { chatId, userId, receiverId, text, clientId, postId }
      for (let tries = 1; tries <= TRIES; tries += 1) {
        const last = await lastOfChat(chatId)
        const rev = (last?.rev ?? 0) + 1
        if (lastRev !== undefined && rev > lastRev) return null
        const createdAt = timeAfter(last, now)
        const message: MessageDoc = { _id: randomBytes(ID_BYTES).toString('hex'), rev, createdAt, ...facts }
        const data = { ...toMessage(message), receiverId, unread: null }
        const outbox = outboxOf(message._id, rev, [{ subject: 'message.sent', data }])
        // Below any time, so due at once, and published in this order: by time, a clock that is ahead would delay it.
        const document = { ...message, ...outbox, outboxDue: rev }
        try {
          await messages.insertOne(document)
        } catch (error) {
          if (!isDuplicateKey(error)) throw error
          const same = await findSent({ chat, userId, clientId })
          if (same !== null) return { message: same, isNew: false }
          continue
        }
        await seats.deliver(message)
        for (const heard of listeners) heard(message._id)
        return { message, isNew: true }
      }
      throw new AppError('CONFLICT', 'Too many messages at once in this chat. Try again.')
    },

    findSent,

    lastOfChat,

    /** Oldest first: the first messages after `after`, or the last ones before `before`. */
    async page(
      chatId: string,
      { after, before, limit }: { after: number | null; before: number | null; limit: number },
    ): Promise<MessageDoc[]> {
      if (after !== null)
        return await messages.find({ chatId, rev: { $gt: after } }, { sort: { rev: 1 }, limit }).toArray()
      const filter = before === null ? { chatId } : { chatId, rev: { $lt: before } }
      return (await messages.find(filter, { sort: { rev: -1 }, limit }).toArray()).reverse()
    },

    /** Oldest first. */
    firstOf(userId: string, { chatId, after, limit }: { chatId: string; after: number; limit: number }) {
      return messages.find({ chatId, userId, rev: { $gt: after } }, { sort: { rev: 1 }, limit }).toArray()
    },

    lastOf(userId: string, chatId: string, before: number): Promise<MessageDoc | null> {
      return messages.findOne({ chatId, userId, rev: { $lt: before } }, { sort: { rev: -1 } })
    },

    findMessage(chatId: string, rev: number): Promise<MessageDoc | null> {
      return messages.findOne({ chatId, rev })
    },

    /** Up to `limit` messages, then the chat, but no seats. Returns true while there may be more messages. */
    async removeChat(_id: string, limit: number): Promise<boolean> {
      if (await removeSome(messages, { chatId: _id }, limit)) return true
      await chats.deleteOne({ _id })
      return false
    },
  }
}
