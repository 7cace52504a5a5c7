/** The most characters of a message, and of what a client calls it. */
export const MAX_MESSAGE_TEXT = 5_000
export const MAX_CLIENT_ID = 64

/** The most messages that one answer holds: the newest of a chat, or a page of older or newer ones. */
export const MESSAGE_PAGE = 200

export const MESSAGE_REPORT_REASONS = ['fraud', 'offensive', 'spam', 'other'] as const
export type MessageReportReason = (typeof MESSAGE_REPORT_REASONS)[number]

/** The most chats that one socket watches. */
export const WATCHED_CHATS = 100
