import type { Account, AccountChange } from './accounts.ts'
import type { OwnPost, RevisedPost } from './posts.ts'
import type { PublicUser } from './users.ts'

/** What happened, by subject: published at least once, durable, each with its document's `rev`. */
export interface Events {
  'account.changed': Account
  'user.changed': PublicUser & { rev: number }
  'post.changed': RevisedPost
  'post.removed': { id: string; userId: string; rev: number }
}

/** What whoever listens at that moment hears, by subject: not stored, at most once. */
export interface Broadcasts {
  /** Sessions that ended before their time, by the SHA-256 of their cookie in hex. */
  'session.ended': { ids: string[] }
  /** A realtime node tells where it is and how many sockets it has; a draining one takes no new ones. */
  'realtime.node': { node: string; address: string; connections: number; draining: boolean }
}

/** The few questions services ask each other on the bus: request and reply. */
export interface Requests {
  /** Listings as everyone sees them; those that are not there, or no longer, are left out. At most 500 ids. */
  /** A person's own listings, the latest first, also those that only they may see; at most 500. */
  'posts.of-owner': { ask: { userId: string }; reply: OwnPost[] }
  /** Listings with their details, as `posts.find-many`. */
  'posts.find-details': { ask: { ids: string[] }; reply: OwnPost[] }
  /** How many chats of a person have unread messages. */
  'chats.unread': { ask: { userId: string }; reply: number }
  'posts.find-many': { ask: { ids: string[] }; reply: RevisedPost[] }
  /** At most MAX_ACCOUNTS ids; unknown ones are left out. */
  'accounts.find': { ask: { ids: string[] }; reply: Account[] }
  /**
   * Changes what is given of an account. CONFLICT with the words for its owner where name or address is another's. A new
   * password ends all sessions but `keepSession`.
   */
  'accounts.change': { ask: AccountChange; reply: Account }
  /** Which of these listings a person has saved; at most 500. */
  'users.saved': { ask: { userId: string; postIds: string[] }; reply: string[] }
  'users.find': { ask: { ids: string[] }; reply: PublicUser[] }
}
