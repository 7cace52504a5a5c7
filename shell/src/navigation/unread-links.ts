/** Whether its link shows the number of unread chats: the messages, and, as specified, the profile that has them too. */
export function hasUnread(path: string): boolean {
  return path === '/chat' || path === '/profile'
}
