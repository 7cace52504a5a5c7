import { useRemote } from '@aangan/remote/context'
import { useRef } from 'react'

const EVERY_MS = 3_000

/** Throttled: call it on every change. */
export function useTyping(chatId: string): () => void {
  const { send } = useRemote()
  const lastSent = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    if (performance.now() - lastSent.current < EVERY_MS) return
    lastSent.current = performance.now()
    // Best effort.
    send('typing', { chatId }).catch(() => {})
  }
}
