import type { RemovedAccounts } from '@aangan/service-kit/removed/removed-accounts'
import type { Allowances } from './allowances.ts'
import type { ReaderStore } from './away/reader-store.ts'
import { type SeatDoc, seatIdOf } from './chat.ts'
import type { ReplyStore } from './replies/reply-store.ts'
import type { ChatStore } from './store.ts'
import type { Tell } from './tell.ts'

const SEATS = 50
const MESSAGES = 500
const OTHERS = 200

interface Erasing {
  store: ChatStore
  readers: ReaderStore
  replies: ReplyStore
  allowances: Allowances
  removed: RemovedAccounts
  tell: Tell
}

/**
 * Returns a function that erases a piece of a person's data, and true while there is more. Messages stay for the other
 * person; a chat that nobody can read any more goes.
 */
export function createEraser({ store, readers, replies, allowances, removed, tell }: Erasing) {
  /** The person's own seat last: it leads here again after a crash. Returns false while messages are left. */
  async function leave({ chatId, userId, otherId, _id }: SeatDoc): Promise<boolean> {
    const isOtherHere = !(await removed.has(otherId))
    if (isOtherHere) await tell('chat.left', { chatId, userId, receiverId: otherId })
    const isRead = isOtherHere && (await store.lastOfChat(chatId)) !== null
    if (!isRead && (await store.removeChat(chatId, MESSAGES))) return false
    if (!isRead) await store.seats.remove(seatIdOf(chatId, otherId))
    await store.seats.remove(_id)
    return true
  }

  return async (userId: string): Promise<boolean> => {
    const seats = await store.seats.someOf(userId, SEATS)
    for (const seat of seats) if (!(await leave(seat))) return true
    if (seats.length === SEATS) return true
    await replies.remove(userId)
    await allowances.forget(userId)
    if (await readers.forget(userId, OTHERS)) return true
    return await store.reports.forgetReporter(userId, OTHERS)
  }
}
