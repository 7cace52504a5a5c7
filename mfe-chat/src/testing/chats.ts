import type { Chat, ChatWithMessages, Message } from '@aangan/contracts/chats'
import type { Session, User } from '@aangan/contracts/users'

export const CHAT = 'c'.repeat(24)
export const asha: User = { id: 'a'.repeat(24), username: 'asha', avatar: null, createdAt: '2026-01-02T03:04:05.000Z' }
export const ravi: User = { ...asha, id: 'b'.repeat(24), username: 'ravi' }
export const SIGNED_IN: Session = { status: 'user', user: asha }

const FIRST_MS = Date.parse('2026-01-02T03:04:05.000Z')

/** By Ravi unless overridden; each is 1 ms later than the one before. */
export function message(changes: Partial<Message> = {}): Message {
  const { rev = 1, chatId = CHAT } = changes
  return {
    id: rev.toString(16).padStart(24, '0'),
    chatId,
    userId: ravi.id,
    text: `message ${rev}`,
    createdAt: new Date(FIRST_MS + rev - 1).toISOString(),
    rev,
    clientId: `${chatId.slice(0, 4)}-${rev}`,
    postId: null,
    ...changes,
  }
}

export const mine = (changes: Partial<Message> = {}): Message => message({ userId: asha.id, ...changes })

export function messages(from: number, to: number): Message[] {
  return Array.from({ length: to - from + 1 }, (_, at) => message({ rev: from + at }))
}

/** Asha's chat with Ravi, read. */
export function chat(changes: Partial<Chat> = {}): Chat {
  const { receiver = { id: ravi.id, username: ravi.username, avatar: null } } = changes
  return {
    id: CHAT,
    userIDs: [asha.id, receiver.id],
    createdAt: '2026-01-02T03:04:05.000Z',
    seenBy: [asha.id, receiver.id],
    lastMessage: 'message 1',
    isLastOwn: false,
    lastAt: '2026-01-02T03:04:05.000Z',
    postId: null,
    isBlocked: false,
    ownReadRev: 0,
    readRev: 0,
    receiver,
    isReceiverDeleted: false,
    ...changes,
  }
}

export function thread(changes: Partial<ChatWithMessages> = {}): ChatWithMessages {
  return { ...chat(changes), messages: [message()], ...changes }
}

/** Longer than the screen; the server has older messages. */
export const LONG = thread({ messages: messages(101, 160), ownReadRev: 160 })
