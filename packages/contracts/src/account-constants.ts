/** The fewest and the most characters of a username. */
export const USERNAME_LENGTH = { min: 3, max: 20 } as const
/** The fewest and the most characters of a password. */
export const PASSWORD_LENGTH = { min: 8, max: 200 } as const
/** The most characters of an e-mail address: RFC 5321, 4.5.3.1.3. */
export const MAX_EMAIL = 254

/** The cookie that carries a browser's session. Only the gateway and auth see it. */
export const SESSION_COOKIE = 'token'
/** The cookie by which auth knows a browser that somebody has signed in with before. */
export const DEVICE_COOKIE = 'device'

/** The most accounts that `accounts.find` takes at once. */
export const MAX_ACCOUNTS = 500

/** The most sessions that one question asks about. */
export const MAX_SESSIONS = 500

/** The most characters of each text that an agent says of themselves. */
export const MAX_AGENT_TEXT = 80
export const MAX_EXPERIENCE_YEARS = 70
/** A phone number as people write it, such as +91 98200 12345. */
export const PHONE_PATTERN = '^\\+?[0-9][0-9 ()-]{5,20}$'

/** How soon new listings of a saved search are mailed: never, once a day, or at once. */
export const ALERTS = ['off', 'daily', 'now'] as const
export type Alert = (typeof ALERTS)[number]
/** The most searches that one person may save. */
export const MAX_SEARCHES = 50
/** New listings of a saved search are counted up to here. */
export const MAX_NEW = 100

/** Within what time somebody usually replies in chats, as it is said to others: 'Usually replies within an hour'. */
export const REPLY_TIMES = ['an hour', 'a few hours', 'a day', 'a few days'] as const
export type ReplyTime = (typeof REPLY_TIMES)[number]
