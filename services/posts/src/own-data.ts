import type { DataPage } from '@aangan/contracts/own-data'
import { type ListingDoc, toDetail, toPost } from './listing.ts'
import type { Reports } from './reports.ts'
import { isVisibleTo } from './rules.ts'
import type { PostStore } from './store.ts'
import type { ViewStore } from './views.ts'

/** With the longest descriptions, 2 MB. */
const LISTINGS_A_PAGE = 100

/** Time and id of the last listing. */
export const CURSOR = /^[0-9TZ:.-]{24}~[0-9a-f]{24}$/

interface Own {
  posts: PostStore
  reports: Reports
  views: ViewStore
}

/** Oldest first; the first page has the person's reports, too. */
export async function ownDataOf(
  { posts, reports, views }: Own,
  userId: string,
  after: string | null,
): Promise<DataPage> {
  const [createdAt = '', id = ''] = after?.split('~') ?? []
  const found = await posts.pageOfOwner(userId, { createdAt, id }, LISTINGS_A_PAGE)
  const totals = await views.totals(found.map(({ _id }) => _id))
  const listings = found.map((listing) => ({
    ...toPost(listing),
    postDetail: toDetail(listing),
    views: totals.get(listing._id) ?? 0,
  }))
  const last = found.length === LISTINGS_A_PAGE ? found.at(-1) : undefined
  const next = last === undefined ? null : cursorOf(last)
  if (after !== null) return { lists: { listings }, next }
  return { lists: { listings, listingReports: await reportsOf({ posts, reports }, userId) }, next }
}

/** Each with the title of the listing, null if that is gone. */
async function reportsOf({ posts, reports }: Pick<Own, 'posts' | 'reports'>, userId: string) {
  const found = await reports.of(userId)
  const about = await posts.findMany(found.map(({ postId }) => postId))
  const titles = new Map(about.filter((one) => isVisibleTo(one, userId)).map(({ _id, title }) => [_id, title]))
  return found.map(({ _id, reporterId: _, ...report }) => ({ ...report, title: titles.get(report.postId) ?? null }))
}

function cursorOf({ createdAt, _id }: ListingDoc): string {
  return `${createdAt}~${_id}`
}
