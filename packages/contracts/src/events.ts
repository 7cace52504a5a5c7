import type { Account, AccountChange, AccountRemoval } from './accounts.ts'
import type { Message } from './chats.ts'
import type { PictureUse, UploadName } from './media.ts'
import type { AddedPost, OwnPost, Post, RevisedPost } from './posts.ts'
import type { PublicUser } from './users.ts'

/** Durable events by subject, delivered at least once, each with its document's `rev`. */
export interface Events {
  'account.changed': Account
  /** Deleted by its owner: every service erases what it holds about them, and accepts nothing of them any more. */
  'account.removed': { id: string; rev: number }
  'user.changed': PublicUser & { rev: number }
  'post.changed': RevisedPost
  /** A bulk addition, such as an import. Its listings get no `post.changed`. */
  'post.added': { posts: AddedPost[] }
  /** `unread` is the receiver's number of unread chats if this message made the chat unread, else null. */
  'message.sent': Message & { receiverId: string; unread: number | null }
  'post.removed': { id: string; userId: string; rev: number }
}

/** Broadcasts by subject: not stored, delivered at most once, to current listeners only. */
export interface Broadcasts {
  /** Sessions that ended before they expired, by the hex SHA-256 of their cookie. */
  'session.ended': { ids: string[] }
  /**
   * `userId` has read the chat up to the other person's message `rev`. `receiverId` is that person, or null if one of
   * them has blocked the other: only the reader's own tabs hear it then.
   */
  'chat.read': { chatId: string; userId: string; receiverId: string | null; rev: number }
  /** One of the two has blocked the other. */
  'chat.blocked': { chatId: string; userIDs: [string, string] }
  /** One of the two has ended their block; the other may still have one. */
  'chat.unblocked': { chatId: string; userIDs: [string, string] }
  /** `userId` has deleted their account; `receiverId` can still read the chat. */
  'chat.left': { chatId: string; userId: string; receiverId: string }
  /** A realtime node's address and number of sockets; send no new sockets to a draining one. */
  'realtime.node': { node: string; address: string; connections: number; draining: boolean }
}

/**
 * Request/reply calls between services. `as: 'person'`: the caller passes on the identity that its own request came
 * with, and the responder acts for nobody else. The others act for no one, and only NATS permissions limit who asks.
 */
export interface Requests {
  /**
   * Live and taken listings, as everyone sees them; unknown, removed and unpublished ids are left out. At most 500 ids.
   */
  'posts.find-many': { ask: { ids: string[] }; reply: RevisedPost[] }
  /** As `posts.find-many`, with details, for as many of the ids as a message holds; the others are `rest`. */
  'posts.find-details': { ask: { ids: string[] }; reply: { posts: OwnPost[]; rest: string[] } }
  /**
   * The person's own listings, newest first, including unpublished ones, without the first `skip`: as many as a
   * message holds, of at most 500.
   */
  'posts.of-owner': { as: 'person'; ask: { skip: number }; reply: { posts: OwnPost[]; more: boolean } }
  /**
   * Matches of a search published after `since`, newest first: at most `limit`, and their total, counted up to 100.
   * `search` is the query string of `GET /posts`; throws BAD_REQUEST if it is invalid. `next` is passed as `after` for the
   * next page, and absent on the last.
   */
  'posts.find-new': {
    ask: { search: string; since: string; limit: number; after?: string }
    reply: { posts: Post[]; total: number; next?: string }
  }
  /** At least one listing, in whatever status, for each of these uploads that any uses. At most MAX_UPLOADS_ASKED. */
  'posts.using-pictures': { ask: { uploads: UploadName[] }; reply: PictureUse[] }
  /** Number of live listings by user; at most 500 ids. */
  'posts.count-live': { ask: { userIds: string[] }; reply: Record<string, number> }
  /** Number of the person's chats with unread messages. */
  'chats.unread': { as: 'person'; ask: undefined; reply: number }
  /** The oldest messages with a `rev` between `after` and `before`, both exclusive, in order; at most GAP_PAGE. */
  'chats.messages': {
    ask: { chatId: string; after: number; before: number }
    reply: (Message & { receiverId: string })[]
  }
  /**
   * The other person by chat, for the user's own chats. Chats in which the other has written nothing, or where one has
   * blocked the other, are left out. Realtime asks for sockets, which outlive their tokens.
   */
  'chats.partners': { ask: { userId: string; chatIds: string[] }; reply: Record<string, string> }
  /**
   * Which of these people the user has blocked, or is blocked by; at most 500. Mails are sent to people who are not there
   * to ask.
   */
  'chats.blocked': { ask: { userId: string; otherIds: string[] }; reply: string[] }
  /**
   * Median reply time by user in recent chats, in minutes; users with too few replies are left out. At most 500 ids.
   */
  'chats.reply-times': { ask: { userIds: string[] }; reply: Record<string, number> }
  /** At most MAX_ACCOUNTS ids; unknown ones are left out. Mails are sent to people who are not there to ask. */
  'accounts.find': { ask: { ids: string[] }; reply: Account[] }
  /**
   * Updates the given fields of the person's account. Throws CONFLICT with a message for them if the username or email
   * is taken, FORBIDDEN with one without the required proof of identity. A new password ends all their other sessions; a
   * new email gets no mails until it is confirmed.
   */
  'accounts.change': { as: 'person'; ask: AccountChange; reply: Account }
  /** Deletes the person's account. Throws FORBIDDEN with a message for them. False for an unknown account. */
  'accounts.remove': { as: 'person'; ask: AccountRemoval; reply: boolean }
  /** Which of these sessions have ended, by the hex SHA-256 of their cookie; at most MAX_SESSIONS. */
  'sessions.find-ended': { ask: { ids: string[] }; reply: string[] }
  /** With the `rev` of `user.changed`. Unknown ids are left out. At most 500 ids; ask for 100 at once, so that the reply fits on the bus. */
  'users.find': { ask: { ids: string[] }; reply: (PublicUser & { rev: number })[] }
  /** Which of these listings the person has saved; at most 500. */
  'users.saved': { as: 'person'; ask: { postIds: string[] }; reply: string[] }
  /** As `posts.using-pictures`: people who have one of these uploads as their picture. */
  'users.using-pictures': { ask: { uploads: UploadName[] }; reply: PictureUse[] }
  /** Which of these URLs are uploads that were deleted, never existed or are about to be deleted; at most 50. */
  'media.missing': { ask: { urls: string[] }; reply: string[] }
}
