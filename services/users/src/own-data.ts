import type { DataPage } from '@aangan/contracts/own-data'
import { notFound } from './rules.ts'
import { toSavedSearch } from './searches/search.ts'
import type { SearchStore } from './searches/search-store.ts'
import type { UserStore } from './store.ts'

const SAVED_A_PAGE = 1_000

/** A saved place's document id, which joins two ids. */
export const CURSOR = /^[0-9a-f]{24}:[0-9a-f]{24}$/

/** The first page has the profile and the saved searches, too. */
export async function ownDataOf(
  { users, searches }: { users: UserStore; searches: SearchStore },
  userId: string,
  after: string | null,
): Promise<DataPage> {
  const saved = await users.saved.page(userId, { after, limit: SAVED_A_PAGE })
  const savedPlaces = saved.map(({ postId, savedAt }) => ({ postId, savedAt }))
  const next = saved.length === SAVED_A_PAGE ? (saved.at(-1)?._id ?? null) : null
  if (after !== null) return { lists: { savedPlaces }, next }
  const [user, own] = await Promise.all([users.find(userId), searches.of(userId)])
  if (user === null) throw notFound()
  const { username, email, avatar, createdAt, agent } = user
  const savedSearches = own.map((doc) => {
    const { newCount: _counted, ...search } = toSavedSearch(doc, null)
    return { ...search, mailedAt: doc.mailedAt }
  })
  return {
    lists: { profile: [{ id: userId, username, email, avatar, createdAt, agent }], savedSearches, savedPlaces },
    next,
  }
}
