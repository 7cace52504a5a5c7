import type { MessageReportReason } from '@aangan/contracts/chat-constants'
import { moveToRandomId } from '@aangan/service-kit/store/random-id'
import type { Store } from '@aangan/service-kit/store/store'
import type { MessageDoc } from './chat.ts'

/** One per message and reporter. */
export interface MessageReportDoc {
  _id: string
  messageId: string
  /** Null once the reporter's account is deleted. */
  reporterId: string | null
  reason: MessageReportReason
  text: string
  createdAt: string
  state: 'open' | 'handled'
  handledAt: string | null
}

export interface MessageReport extends Pick<MessageReportDoc, 'messageId' | 'reason' | 'text'> {
  reporterId: string
}

/** Messages shown before and after a reported one. */
const AROUND = 5

export type MessageReports = ReturnType<typeof createMessageReports>

export function createMessageReports(store: Store) {
  const reports = store.collection<MessageReportDoc>('reports')
  const messages = store.collection<MessageDoc>('messages')

  return {
    /** A person's new report of the same message replaces the earlier one, and is open again. */
    async add({ messageId, reporterId, reason, text }: MessageReport, now: Date): Promise<void> {
      const latest = { reason, text, createdAt: now.toISOString(), state: 'open', handledAt: null } as const
      const update = { $setOnInsert: { messageId, reporterId }, $set: latest }
      await reports.updateOne({ _id: `${messageId}:${reporterId}` }, update, { upsert: true })
    },

    /** Latest first. */
    list({ state, limit }: { state: MessageReportDoc['state']; limit: number }): Promise<MessageReportDoc[]> {
      return reports.find({ state }, { sort: { createdAt: -1, _id: -1 }, limit }).toArray()
    },

    of(reporterId: string): Promise<MessageReportDoc[]> {
      return reports.find({ reporterId }).toArray()
    },

    /** Up to `limit` reports of a person become anonymous: message and reason stay. Returns true while there may be more. */
    async forgetReporter(reporterId: string, limit: number): Promise<boolean> {
      const found = await reports.find({ reporterId }, { limit, projection: { _id: 1 } }).toArray()
      for (const { _id } of found) await moveToRandomId(reports, _id, { reporterId: null, text: '' })
      return found.length === limit
    },

    /** Returns the message and its neighbours, oldest first; empty if it is gone. */
    async around(messageId: string): Promise<MessageDoc[]> {
      const message = await messages.findOne({ _id: messageId })
      if (message === null) return []
      const { chatId, rev } = message
      const near = { chatId, rev: { $gte: rev - AROUND, $lte: rev + AROUND } }
      return await messages.find(near, { sort: { rev: 1 } }).toArray()
    },

    /** Returns false if no open report has that id. */
    async handle(id: string, now: Date): Promise<boolean> {
      const handled = { $set: { state: 'handled', handledAt: now.toISOString() } }
      return (await reports.updateOne({ _id: id, state: 'open' }, handled)).matchedCount > 0
    },
  }
}
