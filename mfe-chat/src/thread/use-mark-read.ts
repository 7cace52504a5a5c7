import type { ChatWithMessages } from '@aangan/contracts/chats'
import { useRemote } from '@aangan/remote/context'
import { useEffect } from 'react'
import { useReadMutation } from '../state/api.ts'

/** Marks a chat as read once its newest message has been seen; while it is, new ones do not count as unread. */
export function useMarkRead({ id, seenBy, messages }: ChatWithMessages, readerId: string, isSeen: boolean): void {
  const [read] = useReadMutation()
  const { unread } = useRemote()
  const rev = messages.at(-1)?.rev ?? 0
  const isDue = isSeen && !seenBy.includes(readerId)

  useEffect(() => (isSeen ? unread.reading(id) : undefined), [isSeen, id, unread])

  useEffect(() => {
    if (isDue) void read({ id, rev })
  }, [isDue, id, rev, read])
}
