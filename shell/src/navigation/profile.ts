/** Its link shows the unread badge. */
export const PROFILE = '/profile'
