import type { Store } from '@aangan/service-kit/store/store'
import { type MessageDoc, NEVER, newSeat, type SeatDoc, seatIdOf } from './chat.ts'

type Pair = Pick<SeatDoc, 'userId' | 'otherId'>

/** Deliveries and reads only move a seat forward, so they can be repeated in any order. */
export function createSeats(store: Store) {
  const seats = store.collection<SeatDoc>('seats')

  return {
    /** `opener` is who opens the chat, perhaps again. */
    async open(chatId: string, [opener, other]: [string, string]): Promise<void> {
      const operations = [newSeat(chatId, opener, other), newSeat(chatId, other, opener)].map(({ _id, ...fields }) => {
        const opened = fields.userId === opener && { $set: { hasOpened: true as const } }
        return { updateOne: { filter: { _id }, update: { $setOnInsert: fields, ...opened }, upsert: true } }
      })
      await seats.bulkWrite(operations, { ordered: false })
    },

    /** Latest message first. */
    ofPerson(userId: string, limit: number): Promise<SeatDoc[]> {
      return seats.find({ userId }, { sort: { lastAt: -1, _id: -1 }, limit }).toArray()
    },

    /** In no particular order; unknown ids are omitted. */
    findMany(ids: string[]): Promise<SeatDoc[]> {
      return seats.find({ _id: { $in: ids } }).toArray()
    },

    /** In no particular order. */
    someOf(userId: string, limit: number): Promise<SeatDoc[]> {
      return seats.find({ userId }, { limit }).toArray()
    },

    /** Beginning with a chat; in the order of their chats' ids. */
    pageOf(userId: string, chatId: string, limit: number): Promise<SeatDoc[]> {
      return seats.find({ userId, _id: { $gte: chatId } }, { sort: { _id: 1 }, limit }).toArray()
    },

    async remove(_id: string): Promise<void> {
      await seats.deleteOne({ _id })
    },

    countUnread(userId: string): Promise<number> {
      return seats.countDocuments({ userId, isUnread: true })
    },

    async deliver({ chatId, userId, receiverId, rev, text, createdAt }: MessageDoc): Promise<void> {
      const [sender, receiver] = [seatIdOf(chatId, userId), seatIdOf(chatId, receiverId)]
      const latest = { $set: { lastRev: rev, lastText: text, lastAt: createdAt } }
      const newer = { _id: receiver, otherRev: { $lt: rev } }
      const unread = { ...newer, readRev: { $lt: rev } }
      const turned = { otherRev: rev, isUnread: true, waitsSince: Date.parse(createdAt) }
      const updates = [
        { filter: { _id: sender, lastRev: { $lt: rev } }, update: latest },
        { filter: { _id: receiver, lastRev: { $lt: rev } }, update: latest },
        { filter: { ...unread, isUnread: false }, update: { $set: turned } },
        { filter: { ...unread, isUnread: true }, update: { $set: { otherRev: rev } } },
        { filter: { ...newer, readRev: { $gte: rev } }, update: { $set: { otherRev: rev } } },
      ]
      await seats.bulkWrite(
        updates.map((updateOne) => ({ updateOne })),
        { ordered: false },
      )
    },

    /** Messages after `rev` start waiting for a mail `now`. Returns false if `rev` was read before. */
    async read(_id: string, rev: number, now: Date): Promise<boolean> {
      const { matchedCount } = await seats.updateOne({ _id, readRev: { $lt: rev } }, { $set: { readRev: rev } })
      // Even if read before: that call may have crashed between the two writes.
      await seats.updateOne({ _id, otherRev: { $lte: rev } }, { $set: { isUnread: false, waitsSince: NEVER } })
      if (matchedCount === 0) return false
      const unread = { _id, otherRev: { $gt: rev }, readRev: rev }
      await seats.updateOne(unread, { $set: { waitsSince: now.getTime() } })
      return true
    },

    /** Longest wait first. */
    waiting(before: number, limit: number): Promise<SeatDoc[]> {
      return seats.find({ waitsSince: { $lte: before } }, { sort: { waitsSince: 1 }, limit }).toArray()
    },

    /** Unread and not mailed yet, longest wait first. */
    waitingOf(userId: string, limit: number): Promise<SeatDoc[]> {
      return seats
        .find({ userId, isUnread: true, waitsSince: { $lt: NEVER } }, { sort: { waitsSince: 1 }, limit })
        .toArray()
    },

    /** Restarts the wait at `since`, or ends it with NEVER. Seats read meanwhile are left alone. */
    async wait(found: SeatDoc[], since: number): Promise<void> {
      const operations = found.map(({ _id, readRev }) => ({
        updateOne: { filter: { _id, readRev, waitsSince: { $lt: NEVER } }, update: { $set: { waitsSince: since } } },
      }))
      if (operations.length > 0) await seats.bulkWrite(operations, { ordered: false })
    },

    /** Keeps how far both had read when a block begins: neither learns more until it ends. */
    async block(chatId: string, hasBlocked: boolean, { userId, otherId }: Pair): Promise<void> {
      const [_id, other] = [seatIdOf(chatId, userId), seatIdOf(chatId, otherId)]
      if (!hasBlocked) return void (await seats.updateOne({ _id }, { $set: { hasBlocked } }))
      const found = await seats.find({ _id: { $in: [_id, other] } }).toArray()
      const readRevs = Object.fromEntries(found.map((seat) => [seat.userId, seat.readRev]))
      await seats.updateOne({ _id, hasBlocked: { $ne: true } }, { $set: { hasBlocked, readRevs } })
    },
  }
}
