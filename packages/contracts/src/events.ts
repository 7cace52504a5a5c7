import type { Account, AccountChange } from './accounts.ts'
import type { Message } from './chats.ts'
import type { OwnPost, Post, RevisedPost } from './posts.ts'
import type { PublicUser } from './users.ts'

/** What happened, by subject: published at least once, durable, each with its document's `rev`. */
export interface Events {
  'account.changed': Account
  'user.changed': PublicUser & { rev: number }
  'post.changed': RevisedPost
  /** Many listings that came in together, as an import brings them. No `post.changed` tells of them. */
  'post.added': { posts: RevisedPost[] }
  /** `unread` tells how many chats of the receiver are unread, where this one turned unread by the message; else null. */
  'message.sent': Message & { receiverId: string; unread: number | null }
  'post.removed': { id: string; userId: string; rev: number }
}

/** What whoever listens at that moment hears, by subject: not stored, at most once. */
export interface Broadcasts {
  /** Sessions that ended before their time, by the SHA-256 of their cookie in hex. */
  'session.ended': { ids: string[] }
  /** Somebody has read a chat up to a message of the other person. */
  'chat.read': { chatId: string; userId: string; receiverId: string; rev: number }
  /** One of a chat's two people has blocked the other. */
  'chat.blocked': { chatId: string; userIDs: [string, string] }
  /** A realtime node tells where it is and how many sockets it has; a draining one takes no new ones. */
  'realtime.node': { node: string; address: string; connections: number; draining: boolean }
}

/** The few questions services ask each other on the bus: request and reply. */
export interface Requests {
  /**
   * Listings that are live or taken, as everyone sees them; those that are not there, or no longer, are left out. At most
   * 500 ids.
   */
  'posts.find-many': { ask: { ids: string[] }; reply: RevisedPost[] }
  /** The same with their details. */
  'posts.find-details': { ask: { ids: string[] }; reply: OwnPost[] }
  /** A person's own listings, the latest first, also those that only they may see; at most 500. */
  'posts.of-owner': { ask: { userId: string }; reply: OwnPost[] }
  /**
   * What a search finds that was published after `since`, the latest first: at most `limit` of them, and how many there
   * are, counted up to 100. `search` is the query string of `GET /posts`. BAD_REQUEST for one that it refuses.
   */
  'posts.find-new': { ask: { search: string; since: string; limit: number }; reply: { posts: Post[]; total: number } }
  /** How many live listings these people have; at most 500. */
  'posts.count-live': { ask: { userIds: string[] }; reply: Record<string, number> }
  /** How many chats of a person have unread messages. */
  'chats.unread': { ask: { userId: string }; reply: number }
  /** The messages of a chat between two of its numbers, the oldest first; at most MESSAGE_PAGE. */
  'chats.messages': {
    ask: { chatId: string; after: number; before: number }
    reply: (Message & { receiverId: string })[]
  }
  /** The other person of each of these chats of somebody's, by chat; without those where one has blocked the other. */
  'chats.partners': { ask: { userId: string; chatIds: string[] }; reply: Record<string, string> }
  /**
   * The median of the minutes that these people took lately to answer others, of those who did so often enough to tell;
   * at most 500 ids.
   */
  'chats.reply-times': { ask: { userIds: string[] }; reply: Record<string, number> }
  /** At most MAX_ACCOUNTS ids; unknown ones are left out. */
  'accounts.find': { ask: { ids: string[] }; reply: Account[] }
  /**
   * Changes what is given of an account. CONFLICT with the words for its owner where name or address is another's. A new
   * password ends all sessions but `keepSession`.
   */
  'accounts.change': { ask: AccountChange; reply: Account }
  /** Which of these sessions are over, by the SHA-256 of their cookie in hex; at most MAX_SESSIONS. */
  'sessions.find-ended': { ask: { ids: string[] }; reply: string[] }
  'users.find': { ask: { ids: string[] }; reply: PublicUser[] }
  /** Which of these listings a person has saved; at most 500. */
  'users.saved': { ask: { userId: string; postIds: string[] }; reply: string[] }
  /** Which of these addresses are of uploaded pictures that are gone, or never were; at most 50. */
  'media.missing': { ask: { urls: string[] }; reply: string[] }
}
