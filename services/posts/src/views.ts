import type { Views } from '@aangan/contracts/posts'
import type { BulkOperation, Store } from '@aangan/service-kit/store/store'

/** `_id` is the listing id for the total, `<id>~<day>` for one day. */
interface ViewsDoc {
  _id: string
  count: number
}

/** Days shown to the owner; older views remain only in the total. */
const DAYS = 30
/** Days with views that are stored. By number, not by date: a step of the clock must not delete the figures. */
const STORED_DAYS = 2 * DAYS
const DAY_MS = 86_400_000

export type ViewStore = ReturnType<typeof createViews>

export function createViews(store: Store) {
  const views = store.collection<ViewsDoc>('views')

  async function idsBetween(from: string, end: string): Promise<string[]> {
    const sorted = { sort: { _id: 1 }, projection: { _id: 1 } } as const
    return (await views.find({ _id: { $gte: from, $lt: end } }, sorted).toArray()).map(({ _id }) => _id)
  }

  async function remove(ids: string[]): Promise<void> {
    const operations = ids.map((_id): BulkOperation<ViewsDoc> => ({ deleteOne: { filter: { _id } } }))
    if (operations.length > 0) await views.bulkWrite(operations, { ordered: false })
  }

  return {
    async add(postId: string, now: Date): Promise<void> {
      const counted = [postId, `${postId}~${dayOf(now)}`].map((_id) => ({
        updateOne: { filter: { _id }, update: { $inc: { count: 1 } }, upsert: true },
      }))
      const { upsertedCount } = await views.bulkWrite(counted, { ordered: false })
      // The first view of a day removes old days.
      if (upsertedCount > 0) await remove((await idsBetween(`${postId}~`, `${postId}~~`)).slice(0, -STORED_DAYS))
    },

    async of(postId: string, now: Date): Promise<Views> {
      const shown = { _id: { $gte: `${postId}~${firstDay(now)}`, $lte: `${postId}~${dayOf(now)}` } }
      const [whole, days] = await Promise.all([
        views.findOne({ _id: postId }),
        views.find(shown, { sort: { _id: 1 } }).toArray(),
      ])
      const start = postId.length + 1
      return { total: whole?.count ?? 0, days: days.map(({ _id, count }) => ({ day: _id.slice(start), count })) }
    },

    /** Omits listings without views. */
    async totals(postIds: string[]): Promise<Map<string, number>> {
      const found = await views.find({ _id: { $in: postIds } }).toArray()
      return new Map(found.map(({ _id, count }) => [_id, count]))
    },

    async forget(postId: string): Promise<void> {
      await remove(await idsBetween(postId, `${postId}~~`))
    },
  }
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}

function firstDay(now: Date): string {
  return dayOf(new Date(now.getTime() - (DAYS - 1) * DAY_MS))
}
