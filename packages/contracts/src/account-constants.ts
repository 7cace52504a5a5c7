/** Characters of a picture's address: it is copied into every listing and chat of its person. */
export const MAX_AVATAR = 500

export const USERNAME_LENGTH = { min: 3, max: 20 } as const
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
/** Characters; RFC 5321, 4.5.3.1.3. */
export const MAX_EMAIL = 254

/** How long a session lasts. */
export const SESSION_DAYS = 7

/** The session cookie. Only the gateway and auth see it. */
export const SESSION_COOKIE = 'token'
/** Tells auth that someone has signed in with this browser before. */
export const DEVICE_COOKIE = 'device'

/** Parameter of a reset link that also requires the username. */
export const NAMED_RESET = 'named'
/** Parameter of a reset link: the account's username, for the password manager. */
export const RESET_ACCOUNT = 'account'

/** Ids per `accounts.find` request. */
export const MAX_ACCOUNTS = 500

/** Ids per `sessions.find-ended` request. */
export const MAX_SESSIONS = 500

/** Characters of each text in an agent's profile. */
export const MAX_AGENT_TEXT = 80
export const MAX_EXPERIENCE_YEARS = 70

/** How soon new listings of a saved search are mailed: never, once a day, or at once. */
export const ALERTS = ['off', 'daily', 'now'] as const
export type Alert = (typeof ALERTS)[number]
/** Saved searches per user. */
export const MAX_SEARCHES = 50
/** New listings of a saved search are counted up to here. */
export const MAX_NEW = 100

/** How fast a user usually replies in chats, as shown to others: 'Usually replies within an hour'. */
export const REPLY_TIMES = ['an hour', 'a few hours', 'a day', 'a few days'] as const
export type ReplyTime = (typeof REPLY_TIMES)[number]
