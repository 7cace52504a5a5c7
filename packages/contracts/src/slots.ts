import type { Post } from './posts.ts'
import type { PublicUser } from './users.ts'

/**
 * Parts of a page that another remote fills, with the props it gets. A remote lists the slots it fills in its
 * manifest. `platform/src/remotes.test.ts` finds slots that are not here. Teams outside of this repository add their
 * own by declaration merging, named after their remote: see docs/your-first-remote.md.
 */
export interface Slots {
  /**
   * Next to a listing: a chat with its owner, until the reader closes it. When it covers the page, it has its own
   * history entry with the router state `{ chat: listing.id }`; navigating to that entry opens the chat.
   */
  'listing.chat': { receiver: PublicUser; listing: Pick<Post, 'id' | 'title' | 'img'>; onClose: () => void }
  /** On a listing's page, below what is known about the home. */
  'listing.more': { listingId: string }
  /** On every page, unseen, once a remote has called `markUnsent`: sends what waited for a connection. */
  'page.unsent': Record<never, never>
  /** On the user's own profile: their chats. */
  'profile.inbox': { openChatId?: string }
}
