/** Characters of a message, and of a `clientId`, which listings have too. */
export const MAX_MESSAGE_TEXT = 5_000
export const MAX_CLIENT_ID = 64

/** Shown for a person who has deleted their account. Not a valid username, since it has a space. */
export const DELETED_USER = 'Deleted user'

/** Messages per response: the newest of a chat, or a page of older or newer ones. */
export const MESSAGE_PAGE = 200

/** Messages per reply to `chats.messages`: with the longest texts, 15 kB each, not many more fit on the bus. */
export const GAP_PAGE = 50

export const MESSAGE_REPORT_REASONS = ['fraud', 'offensive', 'spam', 'other'] as const
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number]

/** Chats per socket. */
export const WATCHED_CHATS = 100
