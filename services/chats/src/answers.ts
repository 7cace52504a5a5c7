import { MESSAGE_PAGE, WATCHED_CHATS } from '@aangan/contracts/chat-constants'
import { isId } from '@aangan/contracts/ids'
import type { Bus, Subscription } from '@aangan/service-kit/bus/bus'
import { AppError } from '@aangan/service-kit/errors'
import { seatIdOf, toMessage } from './chat.ts'
import type { ChatStore } from './store.ts'

/** Answers what other services ask on the bus, until each of what it returns is stopped. */
export function answerOthers(bus: Bus, { seats, page }: ChatStore): Promise<Subscription[]> {
  return Promise.all([
    bus.respond('chats.unread', async ({ userId }) => {
      if (!isId(userId)) throw new AppError('BAD_REQUEST', 'chats.unread takes { userId }: 24 hex digits')
      return await seats.countUnread(userId)
    }),
    bus.respond('chats.messages', async ({ chatId, after, before }) => {
      if (!isId(chatId)) throw new AppError('BAD_REQUEST', 'chats.messages takes a chat by its id')
      const found = await page(chatId, { after, before: null, limit: MESSAGE_PAGE })
      return found
        .filter(({ rev }) => rev < before)
        .map((message) => ({ ...toMessage(message), receiverId: message.receiverId }))
    }),
    bus.respond('chats.partners', async ({ userId, chatIds }) => {
      if (![userId, ...chatIds].every(isId) || chatIds.length > WATCHED_CHATS) {
        throw new AppError('BAD_REQUEST', `chats.partners takes a user and at most ${WATCHED_CHATS} chats, by id`)
      }
      const own = await seats.findMany(chatIds.map((chatId) => seatIdOf(chatId, userId)))
      const others = await seats.findMany(own.map(({ chatId, otherId }) => seatIdOf(chatId, otherId)))
      const blocked = new Set([...own, ...others].filter(({ hasBlocked }) => hasBlocked).map(({ chatId }) => chatId))
      return Object.fromEntries(
        own.filter(({ chatId }) => !blocked.has(chatId)).map(({ chatId, otherId }) => [chatId, otherId]),
      )
    }),
  ])
}
