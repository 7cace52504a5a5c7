import { GAP_PAGE, WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import { isId } from '@aangan/contracts/ids'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import type { Parts } from '@aangan/service-kit/parts'
import { chatIdOf, seatIdOf, toMessage } from './chat.ts'
import type { ReplyStore } from './replies/reply-store.ts'
import { usualMinutes } from './replies/turns.ts'
import type { ChatStore } from './store.ts'

const MOST_PEOPLE = 500
const LATELY_MS = 30 * 86_400_000

interface BusRequestParts extends Pick<Parts, 'now' | 'identity'> {
  store: ChatStore
  replies: ReplyStore
}

export function respondToBusRequests(
  bus: Bus,
  { store: { seats, page }, replies, now, identity }: BusRequestParts,
): Promise<Subscription[]> {
  return Promise.all([
    bus.respond('chats.unread', identity, (_ask, { id }) => seats.countUnread(id)),
    bus.respond('chats.messages', async ({ chatId, after, before }) => {
      if (!isId(chatId)) throw new AppError('BAD_REQUEST', 'chats.messages takes { chatId }: 24 hex digits')
      const found = await page(chatId, { after, before: null, limit: GAP_PAGE })
      return found
        .filter(({ rev }) => rev < before)
        .map((message) => ({ ...toMessage(message), receiverId: message.receiverId }))
    }),
    bus.respond('chats.reply-times', async ({ userIds }) => {
      if (!Array.isArray(userIds) || userIds.length > MOST_PEOPLE || !userIds.every(isId)) {
        throw new AppError('BAD_REQUEST', `chats.reply-times takes { userIds }: at most ${MOST_PEOPLE} ids`)
      }
      const since = now().getTime() - LATELY_MS
      const medians = (await replies.findMany(userIds)).map(
        ({ _id, turns }) => [_id, usualMinutes(turns, since)] as const,
      )
      return Object.fromEntries(medians.filter((entry): entry is [string, number] => entry[1] !== null))
    }),
    bus.respond('chats.blocked', async ({ userId, otherIds }) => {
      if (!Array.isArray(otherIds) || otherIds.length > MOST_PEOPLE || ![userId, ...otherIds].every(isId)) {
        throw new AppError('BAD_REQUEST', `chats.blocked takes { userId, otherIds }: at most ${MOST_PEOPLE} ids`)
      }
      const both = await seats.findMany(
        otherIds.flatMap((otherId) => {
          const chatId = chatIdOf(userId, otherId)
          return [seatIdOf(chatId, userId), seatIdOf(chatId, otherId)]
        }),
      )
      const blocking = both.filter(({ hasBlocked }) => hasBlocked)
      return [...new Set(blocking.map((seat) => (seat.userId === userId ? seat.otherId : seat.userId)))]
    }),
    bus.respond('chats.partners', async ({ userId, chatIds }) => {
      if (![userId, ...chatIds].every(isId) || chatIds.length > WATCHED_CHATS) {
        throw new AppError(
          'BAD_REQUEST',
          `chats.partners takes { userId, chatIds }: at most ${WATCHED_CHATS} ids of 24 hex digits`,
        )
      }
      const all = await seats.findMany(chatIds.map((chatId) => seatIdOf(chatId, userId)))
      // Anybody can open a chat with anybody: whoever has not written in it is not watched.
      const own = all.filter(({ otherRev }) => otherRev > 0)
      const others = await seats.findMany(own.map(({ chatId, otherId }) => seatIdOf(chatId, otherId)))
      // Who has deleted their account has no seat.
      const present = new Set(others.map(({ chatId }) => chatId))
      const blocked = new Set([...own, ...others].filter(({ hasBlocked }) => hasBlocked).map(({ chatId }) => chatId))
      return Object.fromEntries(
        own
          .filter(({ chatId }) => present.has(chatId) && !blocked.has(chatId))
          .map(({ chatId, otherId }) => [chatId, otherId]),
      )
    }),
  ])
}
