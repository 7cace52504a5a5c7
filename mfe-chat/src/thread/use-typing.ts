import { useRemote } from '@aangan/web-kit/context'
import { useRef } from 'react'

const EVERY_MS = 3_000

/** Throttled: call it on every change. */
export function useTyping(chatId: string): () => void {
  const { send } = useRemote()
  const told = useRef(Number.NEGATIVE_INFINITY)
  return () => {
    if (performance.now() - told.current < EVERY_MS) return
    told.current = performance.now()
    // Best effort.
    send('typing', { chatId }).catch(() => {})
  }
}
