import type { ChatWithMessages } from '@aangan/contracts/chats'
import { useState } from 'react'

interface UnreadParts {
  chat: ChatWithMessages
  readerId: string
  isFetching: boolean
  /** Whether the reader looks at the newest message. */
  isSeen: boolean
}

interface Unread {
  /** Messages of the other person behind this one get a line above them; null for no line. */
  unreadAfter: number | null
  /** Whether the other person has written since the reader looked at the end. */
  hasNew: boolean
}

/** A line that is there stays until something else is unread, so that nothing moves while it is read. */
export function useUnread({ chat: { messages, ownReadRev }, readerId, isFetching, isSeen }: UnreadParts): Unread {
  const [seenRev, setSeenRev] = useState<number | null>(null)
  const [unreadAfter, setUnreadAfter] = useState<number | null>(null)
  const last = messages.at(-1)?.rev ?? 0
  // The server says with its first answer up to where the chat had been read.
  const readRev = seenRev ?? (isFetching ? last : ownReadRev)
  const hasNew = messages.some(({ rev, userId }) => rev > readRev && userId !== readerId)

  if (!isFetching) {
    if (hasNew && (seenRev === null || !isSeen) && unreadAfter !== readRev) setUnreadAfter(readRev)
    const nextSeen = isSeen ? last : readRev
    if (seenRev !== nextSeen) setSeenRev(nextSeen)
  }
  return { unreadAfter, hasNew }
}
