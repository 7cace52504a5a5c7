/** The page whose link says how many chats wait to be read. */
export const PROFILE = '/profile'
