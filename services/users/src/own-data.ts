import type { Complete } from '@aangan/contracts/complete'
import type { DataPage } from '@aangan/contracts/own-data'
import type { Profiles } from './profiles.ts'
import { notFound } from './rules.ts'
import { toSavedSearch } from './searches/search.ts'
import type { SearchStore } from './searches/search-store.ts'
import type { UserStore } from './store.ts'
import type { UserDoc } from './user.ts'

/** Posts is asked for their titles. */
const SAVED_A_PAGE = 500

/** A saved place's document id, which joins two ids. */
export const CURSOR = /^[0-9a-f]{24}:[0-9a-f]{24}$/

interface Own {
  users: UserStore
  searches: SearchStore
  profiles: Pick<Profiles, 'findListings'>
  /** Of the site. */
  origin: string
}

/** The first page has the profile and the saved searches, too. Throws UNAVAILABLE rather than leave out the titles. */
export async function ownDataOf(
  { users, searches, profiles, origin }: Own,
  userId: string,
  after: string | null,
): Promise<DataPage> {
  const saved = await users.saved.page(userId, { after, limit: SAVED_A_PAGE })
  const listings = await profiles.findListings(saved.map(({ postId }) => postId))
  const titles = new Map(listings.map(({ id, title }) => [id, title]))
  const savedPlaces = saved.map(({ postId, savedAt }) => {
    const title = titles.get(postId) ?? null
    // What does not exist any more, or is not public, has neither.
    return { postId, title, url: title === null ? null : `${origin}/${postId}`, savedAt }
  })
  const next = saved.length === SAVED_A_PAGE ? (saved.at(-1)?._id ?? null) : null
  if (after !== null) return { lists: { savedPlaces }, next }
  const [user, own] = await Promise.all([users.find(userId), searches.of(userId)])
  if (user === null) throw notFound()
  const savedSearches = own.map((doc) => {
    const { newCount: _counted, ...search } = toSavedSearch(doc, null)
    return { ...search, mailedAt: doc.mailedAt }
  })
  return {
    lists: { profile: [toOwnProfile(user)], savedSearches, savedPlaces },
    next,
  }
}

/** `listed` says whether `agent` is stated; auth returns the confirmed address. */
type OwnProfile = Omit<UserDoc, '_id' | 'mailTo' | 'accountRev' | 'listed' | 'rev'> & { id: string }

function toOwnProfile({ _id, username, email, avatar, createdAt, agent }: UserDoc): Complete<OwnProfile> {
  return { id: _id, username, email, avatar, createdAt, agent }
}
