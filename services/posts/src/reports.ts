import { createHash } from 'node:crypto'
import type { ReportReason } from '@aangan/contracts/post-constants'
import type { Store } from '@aangan/service-kit/store/store'

/** What readers say is wrong with a listing; the same said again is counted, not kept twice. */
export interface ReportDoc {
  _id: string
  postId: string
  reason: ReportReason
  text: string | null
  /** Who reported it; null for a visitor, of whom nothing is kept. */
  reporterId: string | null
  count: number
  firstAt: string
  lastAt: string
  /** Open until a moderator has dealt with it; the same report again opens it anew. */
  state: 'open' | 'handled'
  handledAt: string | null
}

export type Report = Pick<ReportDoc, 'postId' | 'reason' | 'text' | 'reporterId'>

/** Open reports of one listing that are kept with their text; a moderator has long seen what is wrong by then. */
export const MOST_OPEN = 100

export type Reports = ReturnType<typeof createReports>

/** The reports on listings, for moderators. */
export function createReports(store: Store) {
  const reports = store.collection<ReportDoc>('reports')

  async function isFull(postId: string): Promise<boolean> {
    return (await reports.countDocuments({ postId, state: 'open' }, { limit: MOST_OPEN })) >= MOST_OPEN
  }

  /** Notes that a moderator has dealt with a report. Answers whether there was an open one of that id. */
  async function handle(id: string, now: Date): Promise<boolean> {
    const handled = { $set: { state: 'handled', handledAt: now.toISOString() } }
    return (await reports.updateOne({ _id: id, state: 'open' }, handled)).matchedCount > 0
  }

  return {
    async add(report: Report, now: Date): Promise<void> {
      const isKnown = (await reports.findOne({ _id: idOf(report) })) !== null
      // One count for each reason takes in what comes when a listing has been reported more often than anyone reads.
      const kept = isKnown || !(await isFull(report.postId)) ? report : { ...report, text: null, reporterId: null }
      const { postId, reason, text, reporterId } = kept
      await reports.updateOne(
        { _id: idOf(kept) },
        {
          $setOnInsert: { postId, reason, reporterId, firstAt: now.toISOString() },
          $set: { text, lastAt: now.toISOString(), state: 'open', handledAt: null },
          $inc: { count: 1 },
        },
        { upsert: true },
      )
    },

    /** At most `limit` reports, those that came last first. */
    list({ state, limit }: { state: ReportDoc['state']; limit: number }): Promise<ReportDoc[]> {
      return reports.find({ state }, { sort: { lastAt: -1, _id: -1 }, limit }).toArray()
    },

    handle,

    /** The same for all open reports of a listing. Answers how many there were. */
    async handleAll(postId: string, now: Date): Promise<number> {
      const open = await reports.find({ postId, state: 'open' }, { projection: { _id: 1 } }).toArray()
      const handled = await Promise.all(open.map(({ _id }) => handle(_id, now)))
      return handled.filter(Boolean).length
    },
  }
}

/** A person's report of a reason is one, whatever its words, and the last are kept; visitors' are told apart by the words. */
function idOf({ postId, reason, text, reporterId }: Report): string {
  const words = reporterId === null ? (text ?? '').toLowerCase().replace(/\s+/g, ' ') : null
  const whole = JSON.stringify([postId, reason, reporterId, words])
  return createHash('sha256').update(whole).digest('hex').slice(0, 24)
}
