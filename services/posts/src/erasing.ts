import type { Reports } from './reports.ts'
import type { PostStore } from './store.ts'

/** Each is an event and a change of the search. */
const LISTINGS = 50
const REPORTS = 200

interface Erasing {
  posts: PostStore
  reports: Reports
  now: () => Date
}

/** Returns a function that erases a piece of a person's data, and true while there is more. */
export function createEraser({ posts, reports, now }: Erasing) {
  return async (userId: string): Promise<boolean> => {
    if (await posts.removeOf(userId, LISTINGS, now())) return true
    return await reports.forgetReporter(userId, REPORTS)
  }
}
