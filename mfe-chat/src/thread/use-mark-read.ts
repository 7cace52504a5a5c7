import type { ChatWithMessages } from '@aangan/contracts/chats'
import { useSession } from '@aangan/web-kit/context'
import { useEffect, useSyncExternalStore } from 'react'
import { useReadMutation } from '../state/api.ts'

/** Marks a chat read whose newest message came while it was open: once that is in view of somebody who is looking. */
export function useMarkRead(chat: ChatWithMessages, isInView: boolean): void {
  const { user } = useSession()
  const isLooking = useIsLooking()
  const [read] = useReadMutation()
  const { id, seenBy, messages } = chat
  const rev = messages.at(-1)?.rev ?? 0
  const isDue = isLooking && isInView && user !== undefined && !seenBy.includes(user.id)

  useEffect(() => {
    if (isDue) void read({ id, rev })
  }, [isDue, id, rev, read])
}

/** Whether this tab is the one in front, and the window is in use. */
function useIsLooking(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.visibilityState === 'visible' && document.hasFocus(),
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('focus', listener, { signal })
  window.addEventListener('blur', listener, { signal })
  document.addEventListener('visibilitychange', listener, { signal })
  return () => controller.abort()
}
