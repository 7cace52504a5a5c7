import { createHash } from 'node:crypto'
import type { ReportReason } from '@aangan/contracts/post-constants'
import { moveToRandomId } from '@aangan/service-kit/store/random-id'
import { removeSome } from '@aangan/service-kit/store/remove-some'
import type { Store } from '@aangan/service-kit/store/store'

/** A repeated report increments `count`. */
export interface ReportDoc {
  _id: string
  postId: string
  reason: ReportReason
  text: string | null
  /** Null for a visitor, of whom nothing is stored. */
  reporterId: string | null
  count: number
  firstAt: string
  lastAt: string
  /** Repeating a handled report reopens it. */
  state: 'open' | 'handled'
  handledAt: string | null
}

export type Report = Pick<ReportDoc, 'postId' | 'reason' | 'text' | 'reporterId'>

/** Open reports per listing that keep their text; later ones are only counted. */
export const MOST_OPEN = 100

export type Reports = ReturnType<typeof createReports>

export function createReports(store: Store) {
  const reports = store.collection<ReportDoc>('reports')

  async function isFull(postId: string): Promise<boolean> {
    return (await reports.countDocuments({ postId, state: 'open' }, { limit: MOST_OPEN })) >= MOST_OPEN
  }

  /** Returns false if no open report has that id. */
  async function handle(id: string, now: Date): Promise<boolean> {
    const handled = { $set: { state: 'handled', handledAt: now.toISOString() } }
    return (await reports.updateOne({ _id: id, state: 'open' }, handled)).matchedCount > 0
  }

  return {
    async add(report: Report, now: Date): Promise<void> {
      const isKnown = (await reports.findOne({ _id: idOf(report) })) !== null
      // Beyond MOST_OPEN, new reports share one anonymous count per reason.
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

    /** Latest first. */
    list({ state, limit }: { state: ReportDoc['state']; limit: number }): Promise<ReportDoc[]> {
      return reports.find({ state }, { sort: { lastAt: -1, _id: -1 }, limit }).toArray()
    },

    handle,

    /** Those that a person has made, in no particular order. */
    of(reporterId: string): Promise<ReportDoc[]> {
      return reports.find({ reporterId }).toArray()
    },

    /** Up to `limit` reports of a person become anonymous: reason and count stay. Returns true while there may be more. */
    async forgetReporter(reporterId: string, limit: number): Promise<boolean> {
      const found = await reports.find({ reporterId }, { limit, projection: { _id: 1 } }).toArray()
      // Whoever knows the person's id could compute that of the report.
      for (const { _id } of found) await moveToRandomId(reports, _id, { reporterId: null, text: null })
      return found.length === limit
    },

    /** What others have written about a listing of a person whose account is deleted. */
    async forgetPost(postId: string): Promise<void> {
      while (await removeSome(reports, { postId }, MOST_OPEN));
    },

    /** Returns how many reports were open. */
    async handleAll(postId: string, now: Date): Promise<number> {
      const open = await reports.find({ postId, state: 'open' }, { projection: { _id: 1 } }).toArray()
      const handled = await Promise.all(open.map(({ _id }) => handle(_id, now)))
      return handled.filter(Boolean).length
    },
  }
}

/** Users have one report per reason, with the latest text; visitors' reports are told apart by their text. */
function idOf({ postId, reason, text, reporterId }: Report): string {
  const words = reporterId === null ? (text ?? '').toLowerCase().replace(/\s+/g, ' ') : null
  const whole = JSON.stringify([postId, reason, reporterId, words])
  return createHash('sha256').update(whole).digest('hex').slice(0, 24)
}
