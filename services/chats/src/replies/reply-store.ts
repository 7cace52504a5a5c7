import { isDuplicateKey, type Store } from '@aangan/service-kit/store/store'
import { type Turn, withTurn } from './turns.ts'

interface ReplyDoc {
  _id: string
  turns: Turn[]
  /** For optimistic concurrency. */
  rev: number
}

export type ReplyStore = ReturnType<typeof createReplyStore>

export function createReplyStore(store: Store) {
  const replies = store.collection<ReplyDoc>('replies')

  /** Returns false after a concurrent change. */
  async function save({ _id, rev, turns }: ReplyDoc): Promise<boolean> {
    if (rev > 1) return (await replies.updateOne({ _id, rev: rev - 1 }, { $set: { turns, rev } })).matchedCount === 1
    try {
      await replies.insertOne({ _id, turns, rev })
      return true
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      return false
    }
  }

  return {
    findMany(ids: string[]): Promise<ReplyDoc[]> {
      return replies.find({ _id: { $in: ids } }).toArray()
    },

    async remove(_id: string): Promise<void> {
      await replies.deleteOne({ _id })
    },

    /** Idempotent and order-independent. */
    async add(_id: string, turn: Turn): Promise<void> {
      for (;;) {
        const found = await replies.findOne({ _id })
        const turns = withTurn(found?.turns ?? [], turn)
        if (turns === null || (await save({ _id, turns, rev: (found?.rev ?? 0) + 1 }))) return
      }
    },
  }
}
