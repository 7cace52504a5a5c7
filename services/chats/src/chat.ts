import { createHash } from 'node:crypto'
import type { Message } from '@aangan/contracts/chats'
import type { Complete } from '@aangan/contracts/complete'

/** One per pair of people, forever. */
export interface ChatDoc {
  _id: string
  /** Who opened it first, then the other. */
  userIDs: [string, string]
  createdAt: string
  /** The listing about which it was last opened. */
  postId: string | null
}

/** Immutable. Messages of earlier releases lack newer fields. */
export interface MessageDoc extends Omit<Message, 'id'> {
  _id: string
  receiverId: string
}

/** One person's side of a chat. */
export interface SeatDoc {
  _id: string
  chatId: string
  userId: string
  otherId: string
  readRev: number
  /** Last message of the other person. */
  otherRev: number
  /** `otherRev > readRev`: an index cannot compare two fields. */
  isUnread: boolean
  /** Start of the wait for a mail, in epoch milliseconds; NEVER if nothing waits. */
  waitsSince: number
  lastRev: number
  lastText: string | null
  /** Time of the last message; '' sorts chats without messages last. */
  lastAt: string
  hasBlocked: boolean
  /** Set once this person has opened the chat. Seats of earlier releases lack it. */
  hasOpened?: true
  /** How far each of the two had read when the block began, by id. Blocks of earlier releases lack it. */
  readRevs?: Record<string, number>
}

/** Later than any time: not every store can index null. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** The same id for both orders of a pair. */
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
