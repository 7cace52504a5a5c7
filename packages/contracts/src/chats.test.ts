import { Value } from 'typebox/value'
import { expect, it } from 'vitest'
import { Chat, Message } from './chats.ts'

const [asha, ravi, id] = ['a'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]
const createdAt = '2026-01-02T03:04:05.000Z'
const message: Message = { id, chatId: id, userId: asha, text: 'Hello', createdAt, rev: 1, clientId: 'x', postId: null }
const chat: Chat = {
  id,
  userIDs: [asha, ravi],
  createdAt,
  seenBy: [asha],
  lastMessage: 'Hello',
  isLastOwn: false,
  lastAt: createdAt,
  postId: null,
  isBlocked: false,
  ownReadRev: 1,
  readRev: 0,
  isReceiverDeleted: false,
  receiver: { id: ravi, username: 'ravi', avatar: null },
}

it('a chat has two people, and no last message while it is new', () => {
  expect(Value.Check(Chat, chat)).toBe(true)
  expect(Value.Check(Chat, { ...chat, seenBy: [], lastMessage: null })).toBe(true)
  expect(Value.Check(Chat, { ...chat, userIDs: [asha] })).toBe(false)
})

it.each([{ rev: 0 }, { chatId: 'x' }])('refuses a message with %j', (change) => {
  expect(Value.Check(Message, message)).toBe(true)
  expect(Value.Check(Message, { ...message, ...change })).toBe(false)
})
