import { createHash } from 'node:crypto'
import type { Message } from '@aangan/contracts/chats'
import type { Complete } from '@aangan/contracts/complete'

/** A chat: one for each pair of people, for ever. */
export interface ChatDoc {
  _id: string
  userIDs: [string, string]
  createdAt: string
  /** The listing that it is about, as one of the two opened it last. */
  postId: string | null
}

/** A message as it is kept; it never changes. Those of earlier releases lack what came into it since. */
export interface MessageDoc extends Omit<Message, 'id'> {
  _id: string
  receiverId: string
}

/** One person's side of a chat: what their inbox shows of it. It can be made again from the messages. */
export interface SeatDoc {
  _id: string
  chatId: string
  userId: string
  otherId: string
  /** The last message that this person has read. */
  readRev: number
  /** The last message of the other person. */
  otherRev: number
  /** Whether `otherRev` is beyond `readRev`: an index cannot compare two fields. */
  isUnread: boolean
  /** Since when what is unread waits to be mailed, in milliseconds; NEVER where nothing does. */
  waitsSince: number
  lastRev: number
  lastText: string | null
  /** Of the last message; '' while there is none, so that chats in which nobody has written come last. */
  lastAt: string
  hasBlocked: boolean
}

/** Later than any time; an index cannot hold null on both stores. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** Two people have one chat, whoever begins it: its id follows from theirs. */
export function chatIdOf(one: string, other: string): string {
  const pair = [one, other].sort().join(':')
  return createHash('sha256').update(`chat ${pair}`).digest('hex').slice(0, 24)
}

export function seatIdOf(chatId: string, userId: string): string {
  return `${chatId}:${userId}`
}

export function newSeat(chatId: string, userId: string, otherId: string): SeatDoc {
  const unread = { readRev: 0, otherRev: 0, isUnread: false, waitsSince: NEVER }
  const nothing = { ...unread, lastRev: 0, lastText: null, lastAt: '' }
  return { _id: seatIdOf(chatId, userId), chatId, userId, otherId, ...nothing, hasBlocked: false }
}

export function toMessage({
  _id,
  chatId,
  userId,
  text,
  createdAt,
  rev,
  clientId,
  postId,
}: MessageDoc): Complete<Message> {
  return { id: _id, chatId, userId, text, createdAt, rev, clientId, postId }
}
