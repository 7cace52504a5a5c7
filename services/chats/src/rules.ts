import { MAX_MESSAGE_TEXT, MESSAGE_PAGE } from '@aangan/contracts/chat-constants'
import type { Chat, MessagesQuery } from '@aangan/contracts/chats'
import type { Complete } from '@aangan/contracts/complete'
import { severalLines } from '@aangan/contracts/text/characters'
import type { PublicUser } from '@aangan/contracts/users'
import { AppError } from '@aangan/service-kit/errors'
import { integerOf, refuse } from '@aangan/service-kit/query'
import { type ChatDoc, type SeatDoc, seatIdOf } from './chat.ts'

const CONTROL = /(?![\n\t])\p{Cc}|\p{Surrogate}/u

/** Throws BAD_REQUEST. */
export function checkText(given: string): string {
  const text = checkCharacters(given)
  if (text === '') throw new AppError('BAD_REQUEST', 'Write a message first.')
  if (text.length > MAX_MESSAGE_TEXT) {
    throw new AppError('BAD_REQUEST', `This message is too long: at most ${MAX_MESSAGE_TEXT} characters.`)
  }
  return text
}

/** Trims, and removes invisible characters. Throws BAD_REQUEST for control characters. */
export function checkCharacters(given: string): string {
  const text = severalLines(given)
  if (CONTROL.test(text)) refuse('text', text, 'text without control characters')
  return text
}

export interface MessagePage {
  after: number | null
  before: number | null
  limit: number
}

/** Throws BAD_REQUEST naming the parameter. */
export function readPage(query: MessagesQuery): MessagePage {
  const most = { min: 0, max: Number.MAX_SAFE_INTEGER }
  const [after, before] = [integerOf(query, 'after', most), integerOf(query, 'before', most)]
  if (after !== null && before !== null) refuse('before', query.before, 'omitted if after is given')
  return { after, before, limit: integerOf(query, 'limit', { min: 1, max: MESSAGE_PAGE }) ?? MESSAGE_PAGE }
}

/** The same for an unknown chat and for one of other people. */
export function chatNotFound(): AppError {
  return new AppError('NOT_FOUND', 'Chat not found.')
}

export function otherOf({ userIDs }: ChatDoc, userId: string): string {
  return userIDs.find((id) => id !== userId) ?? userId
}

/** An empty chat is listed for who has opened it: anybody can open one with anybody, and would show them their name. */
export function isListed({ userIDs }: ChatDoc, { userId, lastRev, hasOpened }: SeatDoc): boolean {
  return lastRev > 0 || hasOpened === true || userIDs[0] === userId
}

/** How far that person has read, as the other may know it: no further than when one blocked the other. */
function shownReadRev(seat: SeatDoc, other?: SeatDoc): number {
  const blocks = [seat, other].filter((one) => one?.hasBlocked)
  return Math.min(seat.readRev, ...blocks.map((block) => block?.readRevs?.[seat.userId] ?? 0))
}

export interface Shown {
  chat: ChatDoc
  seats: ReadonlyMap<string, SeatDoc>
  receiver: PublicUser
  isReceiverDeleted: boolean
}

export function toChat({ chat, seats, receiver, isReceiverDeleted }: Shown, readerId: string): Complete<Chat> {
  const { _id: id, userIDs, createdAt, postId } = chat
  const seatOf = (userId: string) => seats.get(seatIdOf(id, userId))
  const [own, others] = [seatOf(readerId), seatOf(receiver.id)]
  const readRev = others === undefined ? 0 : shownReadRev(others, own)
  const isOthersUnread = others !== undefined && others.otherRev > readRev
  return {
    id,
    userIDs,
    createdAt,
    seenBy: userIDs.filter((userId) => !(userId === readerId ? own?.isUnread : isOthersUnread)),
    lastMessage: own?.lastText ?? null,
    isLastOwn: own !== undefined && own.lastRev > own.otherRev,
    lastAt: own?.lastAt || createdAt,
    postId,
    isBlocked: own?.hasBlocked ?? false,
    ownReadRev: own?.readRev ?? 0,
    readRev,
    receiver,
    isReceiverDeleted,
  }
}
