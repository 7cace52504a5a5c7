import type { ChatWithMessages } from '@aangan/contracts/chats'
import { useState } from 'react'

interface UnreadParts {
  chat: ChatWithMessages
  readerId: string
  isFetching: boolean
  /** Whether the newest message is visible to the reader. */
  isSeen: boolean
}

interface Unread {
  /** The revision above which the "Unread messages" line goes; null for no line. */
  unreadAfter: number | null
  /** Whether there are unread messages of the other person. */
  hasNew: boolean
}

/** The line stays until other messages are unread, so that nothing moves while reading. */
export function useUnread({ chat: { messages, ownReadRev }, readerId, isFetching, isSeen }: UnreadParts): Unread {
  const [seenRev, setSeenRev] = useState<number | null>(null)
  const [unreadAfter, setUnreadAfter] = useState<number | null>(null)
  const last = messages.at(-1)?.rev ?? 0
  // The first response says how far the chat had been read.
  const readRev = seenRev ?? (isFetching ? last : ownReadRev)
  const hasNew = messages.some(({ rev, userId }) => rev > readRev && userId !== readerId)

  if (!isFetching) {
    if (hasNew && (seenRev === null || !isSeen) && unreadAfter !== readRev) setUnreadAfter(readRev)
    const nextSeen = isSeen ? last : readRev
    if (seenRev !== nextSeen) setSeenRev(nextSeen)
  }
  return { unreadAfter, hasNew }
}
