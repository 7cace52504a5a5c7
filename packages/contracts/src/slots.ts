import type { Post } from './posts.ts'
import type { PublicUser } from './users.ts'

/**
 * The places that a page leaves for another remote, with the props it passes. A remote names the slots that it fills in
 * its manifest; a page that has a new one adds it here, or by declaring this interface again.
 */
export interface Slots {
  /**
   * Beside a listing: a chat with its owner, until the reader closes it. Where it covers the page it has an entry of the
   * history, whose `{ chat: listing.id }` the page's router knows as its location's state; whoever comes to that entry
   * finds the chat open.
   */
  'listing.chat': { receiver: PublicUser; listing: Pick<Post, 'id' | 'title' | 'img'>; onClose: () => void }
  /** On one's own profile: the chats one has. */
  'profile.inbox': { openChatId?: string }
}
