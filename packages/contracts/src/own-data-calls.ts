/** The calls that together return all that the site holds about a person; no two have a list of the same name. */
export const OWN_DATA = ['/auth/data', '/users/data', '/posts/data', '/chats/data', '/media/data'] as const
