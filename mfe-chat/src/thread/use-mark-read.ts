import type { ChatWithMessages } from '@aangan/contracts/chats'
import { useEffect } from 'react'
import { useReadMutation } from '../state/api.ts'

/** Marks a chat as read once its newest message has been seen. */
export function useMarkRead({ id, seenBy, messages }: ChatWithMessages, readerId: string, isSeen: boolean): void {
  const [read] = useReadMutation()
  const rev = messages.at(-1)?.rev ?? 0
  const isDue = isSeen && !seenBy.includes(readerId)

  useEffect(() => {
    if (isDue) void read({ id, rev })
  }, [isDue, id, rev, read])
}
