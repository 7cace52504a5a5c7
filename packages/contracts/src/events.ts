import type { RevisedPost } from './posts.ts'
import type { PublicUser } from './users.ts'

/** What happened, by subject: published at least once, durable, each with its document's `rev`. */
export interface Events {
  'user.changed': PublicUser & { rev: number }
  'post.changed': RevisedPost
  'post.removed': { id: string; userId: string; rev: number }
}

/** The few questions services ask each other on the bus: request and reply. */
export interface Requests {
  /** Listings as everyone sees them; those that are not there, or no longer, are left out. At most 500 ids. */
  'posts.find-many': { ask: { ids: string[] }; reply: RevisedPost[] }
  'users.find': { ask: { ids: string[] }; reply: PublicUser[] }
}
